/** Factor for deadlines of test servers: a machine that stands still for seconds fails no test but those of deadlines. */
export const PATIENT = 5;
