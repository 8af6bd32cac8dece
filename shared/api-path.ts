/** API paths. An unknown one is answered with JSON, never with the page. */
export const API_PATH = /^\/(trpc|api|exports|images|refresh|livez|readyz|metrics)(\/|\?|$)/;

/** Pages whose URL contains a mailed secret. */
export const SECRET_PATH = /^\/(reset-password|confirm-email|not-me)\//;
