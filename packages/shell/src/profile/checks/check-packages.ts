import type { CallBuilder } from '../call-builder.ts'

const loading =
  /^-(?:r|-(?:require|import|loader|experimental-loader|config|plugins?|preload|setup-?files?|reporters?|pnpmfile|config\.script-shell|use-yarnrc|script-shell))(?:=|$)/i

/** A script's own words may name code to load, or a place outside the workspace to write to; the script is unknown. */
export function checkPassed(call: CallBuilder): void {
  for (const [index, { text }] of call.argv.entries()) {
    if (index < 2) continue
    if (loading.test(text) && !call.parsed.options.some((given) => given.index === index))
      call.gadget(index, `${text} may load other code`)
    else if (/(?:^|[=:,])(?:[/~]|\.\.(?:\/|$))|(?:^|\/)\.\.(?:\/|$)/.test(text))
      call.gadget(index, `${text} is outside the workspace`)
  }
}

/** Packages named by URL, repository or archive bring code that no registry has seen; a path must be inside. */
export function checkPackages(call: CallBuilder): void {
  for (const { word, index } of call.parsed.operands) {
    const { text } = word
    if (
      /^(?:[a-z+]+:|git@|github:)|^[\w-]+@(?:https?|git|file|npm|link):|:\/\/|\.(?:tgz|tar\.gz|zip|whl)$/i.test(text) ||
      /^[\w.-]+(?:\/[\w.-]+)+$/.test(text)
    ) {
      if (text.includes('://')) call.host(word)
      call.gadget(index, `${text} is not a package of the registry`)
    } else if (/^[./~]/.test(text)) call.path(word, 'execute')
  }
}
