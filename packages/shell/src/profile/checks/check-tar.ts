import { staticWord, type Word } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'
import { optionTable } from '../option-table.ts'
import { parseArguments } from '../parse-arguments.ts'

const options = `
    -c|--create:change -x|--extract|--get:gadget -r|--append:change -u|--update:change -A|--catenate:gadget
    --delete:gadget -t|--list -d|--diff|--compare -f|--file= -C|--directory=:directory -[vzjJZaphklmnoOpSwW]
    --verbose --gzip --gunzip --bzip2 --xz --zstd --lzma --lz4 --auto-compress --to-stdout --keep-old-files
    --skip-old-files --overwrite --strip-components= --exclude= --exclude-vcs --exclude-vcs-ignores
    --exclude-from=:read -X=:read -T=:gadget --files-from=:gadget --null --wildcards --no-wildcards --anchored
    --owner= --group= --mode= --mtime= --sort= --numeric-owner --no-same-owner --no-same-permissions
    --same-permissions --preserve-permissions --dereference --hard-dereference --one-file-system --transform=:gadget
    --xform=:gadget --format= -H= -b= --totals --checkpoint=? --newer= -N= --ignore-failed-read --warning=
    --no-recursion --recursive --full-time --utc --occurrence=? --absolute-names:gadget -P:gadget
    --checkpoint-action=:run --to-command=:run -I=:run --use-compress-program=:run -F=:run --info-script=:run
    --new-volume-script=:run --rsh-command=:run --rmt-command=:run --index-file=:output -g=:write
    --listed-incremental=:write --remove-files:gadget --recursive-unlink:gadget --unlink-first:gadget -U:gadget -K=
    --volno-file=:output -M:gadget --multi-volume:gadget -L= -V= --label=`

/** `tar` also takes its options without a dash, with their values in order behind them. */
export function checkTar(call: CallBuilder): void {
  const argv = withDash(call.argv)
  const parsed = parseArguments(argv, 1, optionTable(options), {})
  call.parsed = parsed
  for (const { option, value, index } of parsed.options) {
    if (option.role !== 'directory')
      call.apply(
        option.role === 'run' && value === undefined ? 'gadget' : option.role,
        value ?? argv[index] ?? staticWord(''),
        index,
        option.name,
      )
  }
  for (const index of parsed.unknown)
    call.gadget(index, `the option ${argv[index]?.text ?? ''} is not known to be harmless`)
  for (const index of parsed.uncertain) call.gadget(index, `${argv[index]?.text ?? ''} could become an option`)
  const reads = call.has('-t', '--list', '-d', '--diff', '--compare')
  const creates = call.has('-c', '--create', '-r', '--append', '-u', '--update')
  for (const { option, value } of parsed.options) {
    if (option.name !== '-f' && option.name !== '--file') continue
    if (value === undefined) continue
    if (/^[^/]*:/.test(value.text)) call.gadget(-1, `${value.text} is on another machine`)
    call.path(value, creates ? 'write' : 'read')
  }
  for (const { option, value, index } of parsed.options)
    if (option.role === 'directory' && value !== undefined) call.apply('directory', value, index, option.name)
  call.recursive = true
  call.reach = { hidden: true, followsLinks: call.has('-h', '--dereference') }
  if (creates) for (const operand of parsed.operands) call.path(operand.word, 'read')
  else if (!reads) call.path(staticWord('.'), 'write')
  if (!reads && !creates && !call.has('-x', '--extract', '--get')) call.gadget(-1, 'names no operation')
}

function withDash(argv: readonly Word[]): readonly Word[] {
  const [program, first, ...rest] = argv
  if (program === undefined || first?.static !== true || !/^[A-Za-z]+$/.test(first.text)) return argv
  const takesValue = /[fCXTbgHNVLKFI]/
  const values = [...first.text].filter((letter) => takesValue.test(letter))
  if (values.length > 1) return argv.map((word, index) => (index === 1 ? staticWord(`-${first.text}?`) : word))
  const flags = [...first.text].filter((letter) => !takesValue.test(letter)).join('')
  return [program, { ...staticWord(`-${flags}${values.join('')}`) }, ...rest]
}
