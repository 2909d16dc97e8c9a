import type { Target } from '../target/target.ts'
import { isCommonWord } from './act-words.ts'
import type { Ledger } from './ledger.ts'
import { findWhole, fold } from './normal-forms.ts'
import type { FlowFinding } from './sink.ts'
import type { CallSinks, JudgedCall } from './sinks-of-call.ts'
import type { Witnesses } from './vouch.ts'

/** Judges the act as a whole: one that no value decides, and one that destroys, has to be named by the user. */
export function judgeAct(
  call: JudgedCall,
  sinks: CallSinks,
  { act, naming, ledger }: Witnesses,
): readonly FlowFinding[] {
  const name = call.tool.name
  if (call.targets.some(({ kind }) => kind === 'command')) return []
  const isLocal = isInWorkspace(call.targets)
  if (call.risk === 'destructive' && !isLocal && !(naming.verb && naming.noun))
    return [{ check: 'control', because: `"${name}" destroys something, and the user did not ask for that` }]
  if (call.risk === 'destructive' && isLocal && !naming.verb)
    return [{ check: 'control', because: `"${name}" destroys something, and the user did not ask for that` }]
  if (sinks.values.some(({ kind }) => kind !== 'amount' && kind !== 'content')) return []
  if (!naming.verb || (!naming.noun && !isLocal))
    return [
      {
        check: 'integrity',
        because:
          `nothing that the user said asks for "${name}" ${act.verb === undefined ? '(its name has no verb that is known)' : ''}`.trim(),
      },
    ]
  if (isLocal) return []
  const texts = [...sinks.contents, ...sinks.others]
  return unnamedNames(texts, ledger).map(({ at, name: value }) => ({
    check: 'integrity' as const,
    at,
    value,
    because: `the name "${value}" is not from the user`,
  }))
}

function isInWorkspace(targets: readonly Target[]): boolean {
  return (
    targets.length > 0 &&
    targets.every(
      (target) => target.kind === 'path' && target.zone !== 'outside' && !target.sensitive && target.protected !== true,
    )
  )
}

const capitalised = /(?<=[\p{L}\p{N},;'"’)(]\s)\p{Lu}[\p{L}\p{M}\p{N}'’-]+/gu

/** Finds the proper names of texts that stand neither in the user's words nor in short structured fields. */
function unnamedNames(
  texts: readonly { readonly at: string; readonly text: string }[],
  ledger: Ledger,
): readonly { readonly at: string; readonly name: string }[] {
  const isKnown = (name: string) =>
    ledger.trusted.some(({ folded }) => !findWhole(folded, name).next().done) || ledger.namesInFields(name)
  return texts.flatMap(({ at, text }) => {
    const names = [...new Set((text.match(capitalised) ?? []).map((each) => each.replace(/['’]s$/, '')))]
    return names.filter((name) => !isCommonWord(name) && !isKnown(fold(name))).map((name) => ({ at, name }))
  })
}
