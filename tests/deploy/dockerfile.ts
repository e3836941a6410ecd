interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** One `FROM` of a Dockerfile, with the instructions that follow it. */
export interface Stage {
  readonly base: string;
  readonly alias: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile in the syntax that ours uses: an instruction a line, continued by a backslash. */
export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile.replaceAll(/\\\n\s*/g, '').split('\n');
  const instructions = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Instruction => {
      const [, name = line, value = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
      return { name, value };
    });
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  return starts.map((start, index) => {
    const [, base = '', alias] = /^(\S+)(?: AS (\S+))?$/.exec(instructions[start]?.value ?? '') ?? [];
    return { base, alias, instructions: instructions.slice(start + 1, starts[index + 1]) };
  });
}

/**
 * Which paths of a build's context are copied, by its .dockerignore: the last pattern that matches a path or a folder
 * above it decides. A folder that is left out counts as copied where an exception stands below it.
 */
export function contextFilter(dockerignore: string): (path: string) => boolean {
  const patterns = dockerignore
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const excepted = line.startsWith('!');
      const text = excepted ? line.slice(1) : line;
      const glob = text.replaceAll('.', '\\.').replaceAll('**/', '(.+/)?').replaceAll('*', '[^/]*');
      return { excepted, text, match: new RegExp(`^${glob}(/|$)`) };
    });
  return (path) => {
    const last = patterns.findLast(({ match }) => match.test(path));
    if (!last || last.excepted) return true;
    return patterns.some(({ excepted, text }) => excepted && text.startsWith(`${path}/`));
  };
}
