import type { LazyScript, RawArithmetic, RawPart, RawWord } from '../parse/tree.ts'
import type { Listed, ShellCommand } from '../shell-command.ts'
import { expandBraces } from './expand-braces.ts'
import { expandParameter } from './expand-parameter.ts'
import { createFieldBuilder, type FieldBuilder } from './field-builder.ts'
import { lookUp, numericVariables, type Scope } from './scope.ts'
import { foundWord, unknownWord, type Word } from './word.ts'

/** The result of a substitution: the commands inside, and its text if known. */
export interface Substitution {
  readonly commands: readonly ShellCommand[]
  readonly output?: string
  /** The output can only be such names of files. */
  readonly listed?: Listed | undefined
}

export interface ExpandContext {
  readonly scope: Scope
  readonly hazard: (why: string) => void
  readonly substitute: (script: LazyScript, kind: 'command' | 'input' | 'output', length: number) => Substitution
  /** Parses the text of one word again, for brace expansion. */
  readonly reparse: (text: string) => readonly RawWord[]
}

/** All words that one source word becomes: brace expansion, then tilde, parameters, substitutions and splitting. */
export function expandWord(raw: RawWord, context: ExpandContext): Word[] {
  if (!raw.braces) return expandParts(raw.parts, context, true)
  const texts = expandBraces(raw.text)
  if (texts === undefined) {
    context.hazard('a brace expansion is too large')
    return expandParts(raw.parts, context, true)
  }
  return texts.flatMap((text) => context.reparse(text)).flatMap((word) => expandParts(word.parts, context, true))
}

/** Returns the one value of a word that the shell neither splits nor globs: in assignments, here-documents and `case`. */
export function expandValue(raw: RawWord, context: ExpandContext): Word {
  return expandParts(raw.parts, context, false)[0] ?? { ...unknownWord(''), static: true, secret: false }
}

function expandParts(parts: readonly RawPart[], context: ExpandContext, split: boolean): Word[] {
  const builder = createFieldBuilder()
  parts.forEach((part, index) => {
    expandPart(part, index === 0, parts.length === 1, context, split, builder)
  })
  return builder.finish()
}

function expandPart(
  part: RawPart,
  first: boolean,
  alone: boolean,
  context: ExpandContext,
  split: boolean,
  builder: FieldBuilder,
): void {
  switch (part.kind) {
    case 'literal':
      // A tilde extends to the first slash. It is literal unless all of that is written plainly.
      if (first && !part.quoted && part.value.startsWith('~') && (alone || part.value.includes('/')))
        addTilde(part.value, context.scope, builder)
      else builder.add(part.value)
      return
    case 'glob':
      for (const inner of part.parts) expandPart(inner, false, false, context, false, createFieldBuilder())
      if (split) builder.addPattern(part.text)
      else builder.add(part.text)
      return
    case 'parameter': {
      const positional = /^[@*]$/.test(part.name) && part.operation === undefined
      if (positional && context.scope.positional.length > 0) {
        addWords(context.scope.positional.slice(1), { split: split && !part.quoted, scope: context.scope, builder })
        return
      }
      const elements = /^[@*]$/.test(part.index?.text ?? '')
        ? context.scope.variables.get(part.name)?.elements
        : undefined
      if (elements !== undefined && part.operation === undefined && !part.length && !part.indirect) {
        addWords(elements.map(elementWord), { split: split && !part.quoted, scope: context.scope, builder })
        return
      }
      // Next to other text, a missing positional parameter is empty: `rm$IFS$9-rf`.
      if (
        !alone &&
        /^[1-9]$/.test(part.name) &&
        part.operation === undefined &&
        context.scope.positional.length === 0
      ) {
        builder.addUnknown(unknownWord(''), split && !part.quoted)
        return
      }
      const value = expandParameter(part, {
        scope: context.scope,
        hazard: context.hazard,
        value: (operand) => expandValue(operand, context),
      })
      const isMany = !part.length && /^[@*]$/.test(part.index?.text ?? part.name)
      addValue(value, split && !part.quoted, split && part.quoted && isMany, context.scope, builder)
      return
    }
    case 'command': {
      const { commands, output, listed } = context.substitute(part.script, 'command', part.text.length)
      const value = unknownWord(output ?? part.text, { secret: false, from: commands })
      const splits = split && !part.quoted
      if (listed !== undefined && alone)
        builder.addUnknown(foundWord({ ...value, ...(splits ? { breaks: 'blank' } : {}) }, listed), splits)
      else if (output === undefined) builder.addUnknown(value, splits)
      else addValue(value, splits, false, context.scope, builder)
      return
    }
    case 'process': {
      const direction = part.output ? 'output' : 'input'
      const { commands, output } = context.substitute(part.script, direction, part.text.length)
      builder.addPipe(part.text, direction, commands, output)
      return
    }
    case 'arithmetic':
      checkArithmetic(part.expression, context)
      builder.addUnknown(unknownWord(part.text, { prefix: '0', secret: false }), false)
      return
    default:
      part satisfies never
  }
}

/** Expands what an arithmetic expression holds, and notes a variable in it: its value would be evaluated as well. */
export function checkArithmetic(expression: RawArithmetic, context: ExpandContext): void {
  for (const part of expression.parts) expandPart(part, false, false, context, false, createFieldBuilder())
  for (const name of expression.names) {
    const value = /^[A-Za-z_]\w*$/.test(name) ? lookUp(context.scope, name) : undefined
    if (numericVariables.has(name)) continue
    if (value === undefined || !/^-?\d*$/.test(value.static ? value.text : value.prefix === '0' ? '' : 'x')) {
      context.hazard(`arithmetic evaluates the value of "${name}"`)
    }
  }
}

function addTilde(text: string, scope: Scope, builder: FieldBuilder): void {
  const end = text.indexOf('/')
  const name = end < 0 ? text.slice(1) : text.slice(1, end)
  const rest = end < 0 ? '' : text.slice(end)
  if (name === '') builder.add((lookUp(scope, 'HOME')?.text ?? scope.home) + rest)
  else if (name === '+') builder.add(scope.cwd + rest)
  // The folder before, or one that was put aside: the line may have been given it with the environment.
  else if (/^(?:-|[+-]?\d+)$/.test(name)) addValue(unknownWord(text, { secret: false }), false, true, scope, builder)
  else if (/^[a-z_][\w.-]*$/i.test(name)) builder.add((name === 'root' ? '/root' : `/home/${name}`) + rest)
  else builder.add(text)
}

/** The element of a list, which may be several words where the list was written. */
function elementWord({ text, static: isStatic, secret, from }: Word): Word {
  return unknownWord(text, { secret, from, splits: !isStatic || /[\s*?[]/.test(text) })
}

/** The words of `$@` and `${list[@]}`: each is a word of its own, and without quotes is split again. */
function addWords(
  words: readonly Word[],
  { split, scope, builder }: { readonly split: boolean; readonly scope: Scope; readonly builder: FieldBuilder },
): void {
  words.forEach((word, index) => {
    if (index > 0) builder.breakField()
    addValue(word, split, false, scope, builder)
  })
}

function addValue(value: Word, split: boolean, manyWords: boolean, scope: Scope, builder: FieldBuilder): void {
  if (!split) {
    if (value.static && !manyWords) builder.add(value.text)
    else builder.addUnknown(value, value.splits || manyWords)
    return
  }
  const separators = lookUp(scope, 'IFS')?.text ?? ' \t\n'
  const pieces = splitFields(value.text, separators)
  pieces.forEach((piece, index) => {
    if (index > 0) builder.breakField()
    if (piece === '') return
    if (!value.static)
      builder.addUnknown(
        {
          ...value,
          text: piece,
          prefix: index === 0 ? value.prefix : '',
          ...(value.pattern ? { breaks: 'blank' } : {}),
        },
        !value.pattern && value.prefix !== '0',
      )
    else if (/[*?[]/.test(piece)) builder.addPattern(piece)
    else builder.add(piece)
  })
}

function splitFields(text: string, separators: string): string[] {
  const pieces: string[] = ['']
  for (const character of text) {
    if (separators.includes(character)) pieces.push('')
    else pieces[pieces.length - 1] += character
  }
  return pieces.filter((piece, index) => piece !== '' || index === 0 || index === pieces.length - 1)
}
