import type { Reach } from '../../shell-command.ts'
import { foundWord, staticWord, type Word } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

const flags = new Set(
  `( ) ! , -a -and -o -or -not -true -false -depth -d -daystart -follow -mount -xdev -x -X -noleaf -ignore_readdir_race
  -warn -nowarn -print -print0 -ls -prune -quit -empty -executable -readable -writable -nouser -nogroup -H -L -P -E -s
  -help --help -version --version -O0 -O1 -O2 -O3`.split(/\s+/),
)
const tests = new Set(
  `-amin -atime -cmin -ctime -mmin -mtime -Bmin -Btime -group -gid -inum -links -maxdepth -mindepth -name -iname -path
  -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -perm -size -type -xtype -used -user -uid
  -fstype -printf -context -D`.split(/\s+/),
)
const files = new Set('-newer -anewer -cnewer -mnewer -samefile'.split(' '))
const writers = new Set('-fprint -fprint0 -fls -fprintf'.split(' '))
const starters = new Set('-exec -execdir -ok -okdir'.split(' '))

/** The expression language of `find`: tests are plain, `-exec` starts commands, `-delete` and `-fprint` change files. */
export function checkFind(call: CallBuilder): void {
  const { argv } = call
  call.recursive = true
  for (const [at, word] of argv.entries())
    if (at > 0 && word.splits) call.gadget(at, `${word.text} could become part of the expression`)
  let index = 1
  const starts: Word[] = []
  for (; index < argv.length; index += 1) {
    const word = argv[index]
    if (word === undefined || (/^[-(!]/.test(word.text) && !/^-(?:[HLPEXdsx]|O\d)$/.test(word.text))) break
    if (word.text.startsWith('-')) continue
    starts.push(word)
    call.path(word, 'list')
    if (!word.static && word.prefix === '') call.gadget(index, `${word.text} could become part of the expression`)
  }
  if (starts.length === 0) call.path(staticWord('.'), 'list')
  while (index < argv.length) index = readPrimary(call, index, starts)
}

function readPrimary(call: CallBuilder, index: number, starts: readonly Word[]): number {
  const { argv } = call
  const word = argv[index]
  if (word === undefined) return index + 1
  const { text } = word
  if (!word.static) call.gadget(index, `${text} could become part of the expression`)
  if (flags.has(text)) return index + 1
  if (tests.has(text) || /^-newer[aBcmt]t$/.test(text)) {
    if (argv[index + 1] !== undefined) call.data(index + 1)
    return index + 2
  }
  if (files.has(text) || /^-newer[aBcm][aBcm]$/.test(text)) {
    const file = argv[index + 1]
    if (file !== undefined) call.path(file, 'list')
    return index + 2
  }
  if (starters.has(text)) return readExec(call, index, starts)
  if (writers.has(text)) {
    const file = argv[index + 1]
    if (file !== undefined) call.path(file, 'write')
    call.gadget(index, `${text} writes a file`, { touches: 'named' })
    return index + (text === '-fprintf' ? 3 : 2)
  }
  if (text === '-delete') call.effect('deletes')
  call.gadget(index, text === '-delete' ? 'deletes what it finds' : `${text} is not a known test`)
  return index + 1
}

function readExec(call: CallBuilder, index: number, starts: readonly Word[]): number {
  const { argv } = call
  let end = index + 1
  const reach = foundBy(argv)
  while (end < argv.length && argv[end]?.text !== ';' && !(argv[end]?.text === '+' && argv[end - 1]?.text === '{}'))
    end += 1
  const inner = argv
    .slice(index + 1, end)
    .map((word) => (word.text.includes('{}') ? foundName(word, starts, argv[index]?.text ?? '', reach) : word))
  if (inner.length > 0) call.run({ kind: 'argv', argv: inner })
  else call.gadget(index, 'starts a command')
  return end + 1
}

/** `{}` becomes a name below one of the starting points. */
function foundName(word: Word, starts: readonly Word[], action: string, reach: Reach): Word {
  const folder = action.endsWith('dir') ? './' : folderOf(starts)
  if (word.text !== '{}' || folder === undefined) return { ...word, static: false, prefix: '', splits: false }
  return foundWord({ ...word, text: `${folder}{}`, splits: false }, { folder, reach })
}

/** Returns the folder that holds all starting points, with a slash at its end; `undefined` if they do not tell. */
function folderOf(starts: readonly Word[]): string | undefined {
  const [start] = starts
  if (start === undefined) return './'
  if (starts.some((word) => !word.static)) return undefined
  if (starts.length === 1) return `${start.text.replace(/\/+$/, '')}/`
  return starts.every(({ text }) => !/^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(text)) ? './' : undefined
}

/** Returns the entries that a call of `find` matches, as far as its tests on names and types tell. */
export function foundBy(argv: readonly Word[]): Reach {
  const texts = argv.slice(1).map((word) => word.text)
  const follows = texts.some((text) => /^(?:-L|-follow)$/.test(text))
  const alternatives = texts.some((text) => /^(?:-o|-or|,)$/.test(text))
  const holds = (index: number): boolean => !alternatives && !/^(?:!|-not)$/.test(texts[index - 1] ?? '')
  const files = texts.some((text, index) => text === '-type' && texts[index + 1] === 'f' && holds(index))
  const names = texts.flatMap((text, index) => {
    const glob = texts[index + 1]
    if (glob === undefined || !/^-i?name$/.test(text) || !holds(index) || argv[index + 2]?.static !== true) return []
    return [text === '-iname' ? glob.replaceAll(/[A-Za-z]/g, '?') : glob]
  })
  return {
    hidden: true,
    followsLinks: follows || (files ? false : 'named'),
    ...(names[0] === undefined ? {} : { names: [names[0]] }),
  }
}
