import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { operations } from './operations.ts';

/** The linters are thorough rather than quick. */
const LINT_MS = 60_000;

const document = openApiDocument(operations, 'Rangoli');

describe('the description of the API', () => {
  it('has every operation once', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect(new Set(operations.map(({ path }) => path)).size).toBe(operations.length);
  });

  it("leaves Spectral's spectral:oas nothing to report", { timeout: LINT_MS }, async () => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
    const problems = await spectral.run(document);
    expect(problems.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([]);
  });

  it("leaves Redocly's recommended rules nothing to report", { timeout: LINT_MS }, async () => {
    const problems = await lintFromString({
      source: JSON.stringify(document),
      config: await createConfig({ extends: ['recommended'] }),
    });
    const places = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
    expect(places).toEqual([]);
  });
});
