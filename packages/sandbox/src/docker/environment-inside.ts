/** Variables about this machine and its user, without meaning in a container. */
const ofMachine = /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|LANG|LANGUAGE|LC_.*|XDG_.*)$/

/** The base environment as it holds in a container. Pure. */
export function environmentInside(base: Readonly<Record<string, string>>, searchPath: string): Record<string, string> {
  const kept = Object.entries(base).filter(([name]) => !ofMachine.test(name))
  // Images bring no other locale, and the only folder that is surely writable is the one for temporary files.
  return { ...Object.fromEntries(kept), PATH: searchPath, HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8' }
}
