import type { CallBuilder } from '../call-builder.ts'
import { checkCopiedNames } from '../checks/check-copied-names.ts'
import { checkCopies, checkMoves } from '../checks/check-copies.ts'
import { checkDd } from '../checks/check-dd.ts'
import type { ProfileTable } from '../profile.ts'

const copying = `
    -a|--archive:recursive -[rR]:recursive --recursive:recursive -[bfHiLnPpsuvxZT] --attributes-only --backup=? --force --interactive --link -l --dereference
    --no-clobber --no-dereference --preserve=? --no-preserve= --parents --reflink=? --remove-destination
    --sparse= --strip-trailing-slashes --symbolic-link -S|--suffix= -t|--target-directory=:write
    --no-target-directory --update=? --verbose --one-file-system --debug`

/** Programs of GNU coreutils that make, move and remove files. A link is judged by the path that it points to. */
export const fileChanges: ProfileTable = {
  mkdir: { touches: 'named', options: '-p|--parents -m|--mode= -v|--verbose', operands: 'write*', effects: ['writes'] },
  rmdir: {
    touches: 'named',
    options: '-p|--parents -v|--verbose --ignore-fail-on-non-empty',
    operands: 'delete*',
    effects: ['deletes'],
  },
  touch: {
    touches: 'named',
    options: '-[acfhm] -d|--date= -r|--reference=:list -t= --time= --no-create --no-dereference',
    operands: 'write*',
    effects: ['writes'],
  },
  rm: {
    touches: 'named',
    options: `
        -[fidvIx] -[rR]:gadget --force --interactive=? --one-file-system --dir --verbose --preserve-root=?
        --recursive:gadget --no-preserve-root:gadget`,
    operands: 'delete*',
    effects: ['deletes'],
  },
  unlink: { touches: 'named', operands: 'delete', effects: ['deletes'] },
  shred: {
    touches: 'named',
    options: '-[fvxz] -u:gadget --remove=?:gadget -n|--iterations= -s|--size= --force --verbose --zero --exact',
    operands: 'delete*',
    effects: ['deletes'],
  },
  cp: {
    touches: 'named',
    options: copying,
    operands: 'read* write',
    effects: ['reads', 'writes'],
    reach: reachOfCopy,
    check: (call) => {
      checkCopiedNames(call)
      checkCopies(call)
    },
  },
  mv: {
    touches: 'named',
    options: `
        -[bfinuvTZ] --backup=? --force --interactive --no-clobber --no-target-directory --update=? --verbose --debug
        -S|--suffix= -t|--target-directory=:write --strip-trailing-slashes`,
    operands: 'delete* write',
    effects: ['writes', 'deletes'],
    check: checkMoves,
  },
  ln: {
    touches: 'named',
    options: `
        -[bdfFhiLnPrsTv] --symbolic --force --no-dereference --relative --verbose --no-target-directory -S|--suffix=
        -t|--target-directory=:write`,
    operands: 'write*',
    effects: ['writes'],
    check: checkMoves,
  },
  install: {
    touches: 'named',
    options: `
        -[bcCDdpTv] --directory -m|--mode= -g|--group=:gadget -o|--owner=:gadget -s|--strip -S|--suffix=
        -t|--target-directory=:write --strip-program=:run --preserve-timestamps --verbose`,
    operands: 'read* write',
    effects: ['writes'],
    check: checkInstall,
  },
  mktemp: {
    touches: 'named',
    options: '-d|--directory -u|--dry-run -q|--quiet -t -p|--tmpdir=? --suffix=',
    operands: 'name*',
    effects: ['writes'],
  },
  truncate: {
    touches: 'named',
    options: '-c|--no-create -o|--io-blocks -r|--reference=:list -s|--size=',
    operands: 'write*',
    effects: ['writes'],
  },
  tee: {
    touches: 'named',
    options: '-a|--append -i|--ignore-interrupts -p --output-error=?',
    operands: 'write*',
    core: 'reader',
    check: checkTee,
  },
  split: {
    touches: 'named',
    options: `
        -[dxz] -a|--suffix-length= -b|--bytes= -C= -l|--lines= -n|--number= -t= -u --additional-suffix=
        --numeric-suffixes=? --verbose --filter=:run`,
    operands: 'read write',
    effects: ['writes'],
  },
  csplit: {
    touches: 'named',
    options: '-b= -f|--prefix=:write -k -n= -s -z',
    operands: 'read name*',
    effects: ['writes'],
  },
  dd: { touches: 'named', operands: 'name*', effects: ['reads', 'writes'], check: checkDd },
  sync: { touches: 'named', options: '-d -f', operands: 'list*' },
  mkfifo: { touches: 'named', options: '-m|--mode=', operands: 'write*', effects: ['writes'] },
  chmod: {
    touches: 'named',
    options: '-[cfv] -R|--recursive:gadget --changes --quiet --verbose --reference=:list -h',
    operands: 'name write*',
    effects: ['writes'],
    check: (call) =>
      /[+=][^,]*[st]|^[2-7]\d{3}$|^0?777$/.test(call.parsed.operands[0]?.word.text.slice(0, 100) ?? '') &&
      call.gadget(call.parsed.operands[0]?.index ?? 0, 'gives away more than the usual rights'),
  },
  chown: {
    touches: 'named',
    options: '-[cfhv] -R|--recursive:gadget',
    operands: 'gadget write*',
    effects: ['privilege'],
  },
  chgrp: {
    touches: 'named',
    options: '-[cfhv] -R|--recursive:gadget',
    operands: 'gadget write*',
    effects: ['privilege'],
  },
  kill: {
    touches: 'named',
    options: '-s|--signal= -n= -l|--list=? -L -#',
    operands: 'name*',
    effects: ['process'],
    style: 'single',
    anyOption: true,
  },
}

/** `cp -rL` copies what links lead to. */
function reachOfCopy(call: CallBuilder): void {
  call.reach = { hidden: true, followsLinks: call.has('-L', '--dereference') }
}

function checkTee(call: CallBuilder): void {
  const streams = /^\/dev\/(?:null|std(?:out|err)|tty)$/
  if (call.parsed.operands.some((operand) => !streams.test(operand.word.text))) call.change('tee writes files')
}

function checkInstall(call: CallBuilder): void {
  checkCopies(call)
  for (const { option, value, index } of call.parsed.options) {
    const mode = option.name === '-m' || option.name === '--mode'
    if (mode && /^[2-7]\d{3}$|[ug]\+?s/.test(value?.text ?? '')) call.gadget(index, 'sets the set-user-id bit')
  }
}
