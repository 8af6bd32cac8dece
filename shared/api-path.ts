/** Paths of programs. An unknown one is answered with JSON, never with the page. */
export const API_PATH = /^\/(trpc|api|exports|images|refresh|livez|readyz|metrics)(\/|\?|$)/;

/** Pages whose address is a mailed secret. */
export const SECRET_PATH = /^\/(reset-password|confirm-email)\//;
