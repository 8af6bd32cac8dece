import { configure } from '@testing-library/react';

/** A page's parts are compiled when they are first asked for, which takes its time on a busy machine. */
configure({ asyncUtilTimeout: 15_000 });
