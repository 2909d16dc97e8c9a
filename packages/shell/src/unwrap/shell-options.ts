const harmless = new Set('globstar nullglob failglob nocasematch inherit_errexit lastpipe'.split(' '))

/** Returns true if an option of bash (`shopt -s`, `bash -O`) does not change how words expand or what is run. */
export function isHarmlessShellOption(name: string): boolean {
  return harmless.has(name)
}
