import { staticWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'
import { checkCopiedNames } from '../checks/check-copied-names.ts'
import { checkFd } from '../checks/check-fd.ts'
import { checkFind } from '../checks/check-find.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { ProfileTable } from '../profile.ts'

/** Programs that look for and describe files. */
export const fileTools: ProfileTable = {
  find: { anyOption: true, style: 'single', operands: 'data*', core: 'reader', check: checkFind },
  gfind: { anyOption: true, style: 'single', operands: 'data*', readonly: true, check: checkFind },
  fd: {
    options: `
        -[HIusiagpLl0Fq1uh] -t|--type= -e|--extension= -E|--exclude= -d|--max-depth= --min-depth= --exact-depth=
        -S|--size= --changed-within= --changed-before= -c|--color= -j|--threads= --max-results=
        --base-directory=:directory --search-path=:list --hidden --no-ignore --ignore-case --case-sensitive --glob
        --absolute-path --follow --full-path --fixed-strings --list-details:gadget --print0 -x|--exec=:run
        -X|--exec-batch=:run`,
    operands: 'pattern list*',
    readonly: true,
    check: checkFd,
  },
  fdfind: {
    options:
      '-[HIusiagpL0Fq1] -t|--type= -e|--extension= -E|--exclude= -d|--max-depth= -x|--exec=:run -X|--exec-batch=:run',
    operands: 'pattern list*',
    readonly: true,
    check: checkFd,
  },
  tree: {
    options: `
        -[adfilxJXnNqQpsughDFvtcUrCS] -L= -I= -P= -H= --noreport --dirsfirst --gitignore --prune --du --charset=
        --filelimit= --matchdirs -o=:output -R:gadget`,
    operands: 'list*',
    readonly: true,
    reach: listsAll,
  },
  file: {
    options: `
        -[bhikLNprsv0] -[zZS]:contained -F= -e= -P= --mime --mime-type --mime-encoding --brief -m=:gadget -f=:gadget -C:gadget
        --extension`,
    operands: 'read*',
    core: 'reader',
  },
  locate: { options: '-[0AbceEiLPqrSw] -d=:read -l= -n=', operands: 'data*', readonly: true },
  exa: {
    options: `
        -[1GlRTxabBhHgimnSuU@dDrFs] -L= --level= --tree --git --icons --long --all --color= --sort=
        --group-directories-first`,
    operands: 'list*',
    readonly: true,
  },
  eza: {
    options: `
        -[1GlRTxabBhHgimnSuU@dDrFs] -L= --level= --tree --git --icons=? --long --all --color= --sort=
        --group-directories-first`,
    operands: 'list*',
    readonly: true,
  },
  lsof: {
    options: '-[abnNPRtUVlo] -i=? -s=? -p= -u= -c= -d=',
    operands: 'data*',
    core: 'viewer',
    check: checkLsof,
  },
  namei: { options: '-[lmnovx]', operands: 'list*', readonly: true },
  getfacl: { options: '-[aceEsRLPtpnd]', operands: 'list*', readonly: true },
  lsattr: { options: '-[RVadlpv]', operands: 'list*', readonly: true },
  exiftool: { anyOption: false, options: '-[sSGgjaun] -json -csv', operands: 'read*', readonly: true },
  identify: {
    options: '-verbose -format=',
    style: 'single',
    operands: 'read*',
    readonly: true,
    check: refuseCoders,
  },
  ffprobe: {
    options: '-v= -hide_banner -show_format -show_streams -print_format= -of= -select_streams= -show_entries= -i=:read',
    style: 'single',
    operands: 'read',
    readonly: true,
    check: refuseCoders,
  },
  nm: {
    options: '-[aABCDgnoprsSuV] -t= -f= --demangle=? --defined-only --undefined-only --dynamic',
    operands: 'read*',
    readonly: true,
    argumentFiles: true,
  },
  objdump: {
    options: '-[adDfhprRsStTxCwgG] -M= -j= --disassemble=? --no-show-raw-insn',
    operands: 'read*',
    readonly: true,
    argumentFiles: true,
  },
  readelf: {
    options: '-[aAdDeghIlnrsSuVWwt] -x= -p= --wide --syms --headers',
    operands: 'read*',
    readonly: true,
    argumentFiles: true,
  },
  ldd: { options: '-[druv]', operands: 'gadget*' },
  size: { options: '-[ABdotx]', operands: 'read*', readonly: true, argumentFiles: true },
  rename: { options: '-[nvfoas]', operands: 'gadget*' },
  rsync: {
    touches: 'named',
    options: `
        -[AbcCdEghHiIJklLmnNoOpPqRsStuUvVWxXyz0468] -a|--archive:recursive -r|--recursive:recursive -e|--rsh=:run --rsync-path=:run --delete:gadget
        --delete-after:gadget --delete-before:gadget --delete-during:gadget --delete-excluded:gadget
        --remove-source-files:gadget --exclude= --include= --exclude-from=:read --include-from=:read
        --files-from=:read --filter=:text -f=:text --dry-run --progress --stats --verbose --compress
        --partial --bwlimit= --max-size= --info= --itemize-changes --checksum --times --update --links --perms
        --backup --backup-dir=:write --suffix= --link-dest=:read --log-file=:output --password-file=:read --timeout=
        --inplace --human-readable --relative --no-perms --no-owner --no-group --existing --ignore-existing
        --size-only --chmod= --mkpath`,
    operands: 'read* write',
    effects: ['writes'],
    check: (call) => {
      refuseOperands(/^[^/]*:/, 'copies to or from another machine')(call)
      removeByCopy(call)
      for (const { option, value, index } of call.parsed.options) {
        if (option.name === '--files-from') call.strays('copies the files that another file names')
        if (/^(?:-f|--filter)$/.test(option.name) && !/^[-+PRHS!]|^(?:in|ex)clude\b|^protect\b/.test(value?.text ?? ''))
          call.gadget(index, 'the filter reads other files')
        if (option.name === '--suffix' && value?.text.includes('/') === true)
          call.gadget(index, `${value.text} leads elsewhere`)
      }
      checkCopiedNames(call)
    },
  },
}

/** Without an operand it is the folder that it runs in. */
function listsAll(call: CallBuilder): void {
  call.recursive = true
  if (call.parsed.operands.length === 0) call.path(staticWord('.'), 'list')
}

/** `--delete` removes what the source does not have, `--remove-source-files` what it has. */
function removeByCopy(call: CallBuilder): void {
  const words = call.parsed.operands.map(({ word }) => word)
  const target = words.at(-1)
  const deletes = call.parsed.options.some(({ option }) => option.name.startsWith('--delete'))
  if (deletes && target !== undefined) call.path(target, 'delete')
  if (call.has('--remove-source-files')) for (const word of words.slice(0, -1)) call.path(word, 'delete')
}

/** `prefix:file` chooses what reads the file, and may write it, delete it or fetch something; `@file` is a list of files. */
function refuseCoders(call: CallBuilder): void {
  for (const word of call.argv.slice(1)) {
    if (/^[a-z][a-z0-9+.-]*:|^[@|]/i.test(word.text) || /@[\w./~]/.test(word.text))
      call.gadget(call.argv.indexOf(word), `${word.text} chooses how it is read`)
  }
}

/** `-i tcp@host` asks for the address of the host. */
function checkLsof(call: CallBuilder): void {
  for (const [index, word] of call.argv.entries()) {
    if (index > 0 && (word.text.includes('@') || !word.static)) call.gadget(index, `${word.text} asks the network`)
  }
  for (const { word, index } of call.parsed.operands) {
    if (word.text.startsWith('+')) call.gadget(index, `${word.text} looks through a whole folder`)
    else if (!/^[:\w-]*$/.test(word.text)) call.path(word, 'list')
  }
}
