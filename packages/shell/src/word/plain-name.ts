const local =
  /^(?:[a-z_][a-z0-9_]*|[A-Z]|VERSION|FILES?|DIRS?|NAMES?|COUNT|TAG|BRANCH|COMMIT|SHA|OUTPUT|RESULTS?|SRC|DEST|ROOT|BASE|TARGET|LINE|MSG|STATUS)$/
/** Lower-case names that programs do read. */
const read =
  /_proxy$|^(?:npm|yarn|pnpm|bun)_|^(?:path|fpath|cdpath|manpath|prompt|histchars|auto_resume|module_path|mailpath|watch|psvar|http|https)$/

/** Returns true if no program is known to read a variable of this name, so that setting it only affects the script. */
export function isPlainName(name: string): boolean {
  return local.test(name) && !read.test(name)
}
