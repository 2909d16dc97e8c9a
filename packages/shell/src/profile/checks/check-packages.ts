import type { CallBuilder } from '../call-builder.ts'

/** Packages named by URL, repository or archive bring code that no registry has seen; a path must be inside. */
export function checkPackages(call: CallBuilder): void {
  for (const { word, index } of call.parsed.operands) {
    const { text } = word
    if (
      /^(?:[a-z+]+:|git@|github:)|^[\w-]+@(?:https?|git|file|npm|link):|:\/\/|\.(?:tgz|tar\.gz|zip|whl)$/i.test(text) ||
      /^[\w.-]+\/[\w.-]+$/.test(text)
    ) {
      if (text.includes('://')) call.host(word)
      call.gadget(index, `${text} is not a package of the registry`)
    } else if (/^[./~]/.test(text)) call.path(word, 'execute')
  }
}
