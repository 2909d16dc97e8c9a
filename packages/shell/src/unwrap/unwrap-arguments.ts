import type { CallBuilder } from '../profile/call-builder.ts'
import { foundWord, staticWord, unknownWord, type Word } from '../word/word.ts'

/** The command of `xargs`, with words from standard input at its end or in place of the `-I` marker. */
export function unwrapArguments(command: readonly Word[], call: CallBuilder): void {
  const together = call.parsed.options.find((given) => ['-P', '--max-procs'].includes(given.option.name))?.value
  if (together !== undefined && !/^[1-9]\d?$/.test(together.text))
    call.gadget(0, 'starts as many at once as there is input')
  const replace = call.parsed.options.find((given) => ['-I', '-i', '--replace', '-J'].includes(given.option.name))
  const marker = replace === undefined ? undefined : (replace.value?.text ?? '{}')
  const input = inputWords(call, marker !== undefined)
  if (marker === undefined) {
    call.run({ kind: 'argv', argv: [...command, ...input] })
    return
  }
  const joined = input[0] ?? unknownWord(marker, { secret: false })
  const argv = command.map((word) => (word.text.includes(marker) ? substitute(word, marker, joined) : word))
  call.run({ kind: 'argv', argv })
}

/** Returns the words that will be appended: the known text as a guess, or paths below the workspace, or anything. */
function inputWords(call: CallBuilder, oneWord: boolean): Word[] {
  const { stdin, listed } = call.context
  if (stdin !== undefined) {
    const separator = call.has('-0', '--null') ? '\0' : /\s+/
    const texts = oneWord ? stdin.split('\n') : stdin.split(separator)
    return texts
      .filter((text) => text !== '')
      .slice(0, 200)
      .map((text) => unknownWord(text, { secret: false }))
  }
  const byLine = oneWord || call.parsed.options.some((given) => given.value?.text === '\\n')
  const breaks = call.has('-0', '--null') ? undefined : byLine ? 'line' : 'blank'
  if (listed !== undefined) {
    const word = foundWord(staticWord(`${listed.folder}{}`), listed)
    return [{ ...word, splits: breaks === 'blank', ...(breaks === undefined ? {} : { breaks }) }]
  }
  return [unknownWord('{}', { splits: true, secret: false })]
}

function substitute(word: Word, marker: string, value: Word): Word {
  const at = word.text.indexOf(marker)
  const prefix = word.prefix.slice(0, at)
  const whole = word.text === marker
  const { found: _, ...plain } = value
  return {
    ...(whole ? value : plain),
    text: word.text.split(marker).join(value.text),
    prefix: whole ? value.prefix : prefix === '' ? value.prefix : prefix,
    pattern: whole && value.pattern,
    splits: false,
    from: [...word.from, ...value.from],
  }
}
