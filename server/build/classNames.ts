import { filesUnder } from './filesUnder.ts';

/**
 * Names the classes of the style sheets under a folder: each after itself and its file's place in the list of files, as
 * `card_1f`. Vite's own names end with a hash and a line, which compress badly and stand in scripts and styles alike.
 */
export function classNames(folder: string): (name: string, file: string) => string {
  const files = filesUnder(folder).filter((path) => path.endsWith('.module.css'));
  const marks = new Map(files.toSorted().map((path, place) => [path, place.toString(36)]));
  return (name, file) => {
    const mark = marks.get(file);
    if (mark === undefined) throw new Error(`${file} is not under ${folder}`);
    return `${name}_${mark}`;
  };
}
