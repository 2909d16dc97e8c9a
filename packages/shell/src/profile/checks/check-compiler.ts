import { sliceWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

/** Families of options that only choose warnings, features and machines. */
const plain =
  /^-(?:W(?!rapper|[lpa],)[\w=+-]*|f(?!plugin|use-ld|dump|lto-|profile-use|auto-profile|save-|stack-usage|callgraph)[\w=,+-]*|m[\w=.,+-]*|std=[\w+:]+|O\w*|g\w*|D[\w]+(?:=.*)?|U\w+|l[\w.+-]+|pipe|pg|ansi|nostdlib|nostdinc)$/s
const linker =
  /^-Wl(?:,(?:--?(?:rpath(?:-link)?|as-needed|no-as-needed|gc-sections|strip-all|start-group|end-group|export-dynamic|z|O1|soname|relro|now)(?:=[\w./$-]*)?|[\w$./][\w$./-]*|))+$/

/** Options of C compilers are families, too many for a table: those that load code or options are not among the plain ones. */
export function checkCompiler(call: CallBuilder): void {
  for (const index of call.parsed.unknown) {
    const word = call.argv[index]
    if (word === undefined || !word.static) continue
    const { text } = word
    if (/^-[IL]./.test(text)) call.path(sliceWord(word, 2), 'read')
    else if (/^-o./.test(text)) call.path(sliceWord(word, 2), 'write')
    else if (!plain.test(text) && !linker.test(text))
      call.gadget(index, `the option ${text} is not known to be harmless`)
  }
}
