import { configure } from '@testing-library/react';

/** A page's modules are compiled on first use, which takes long on a busy machine. */
configure({ asyncUtilTimeout: 45_000 });
