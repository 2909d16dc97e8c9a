const harmless = new Set('globstar nullglob failglob nocasematch inherit_errexit lastpipe'.split(' '))

/** Whether an option of bash (`shopt -s`, `bash -O`) changes nothing about what words become or what is run. */
export function isHarmlessShellOption(name: string): boolean {
  return harmless.has(name)
}
