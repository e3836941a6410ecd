// The health check of the container image: whether the server in it is ready.
const { PORT = '4000' } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
