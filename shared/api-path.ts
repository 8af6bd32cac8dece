/** Paths that belong to programs: an unknown one is told so as JSON, and none is ever answered with the page. */
export const API_PATH = /^\/(trpc|api|exports|images|refresh|livez|readyz|metrics)(\/|\?|$)/;

/** Pages whose address is a secret that was mailed. */
export const SECRET_PATH = /^\/(reset-password|confirm-email)\//;
