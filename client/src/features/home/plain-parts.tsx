/* Parts that need no code, in one file: it is loaded only for another language, or without the page's HTML. */
export { Faq } from './faq.tsx';
export { Proof } from './proof.tsx';
