import { staticWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'
import { checkEndless } from '../checks/check-endless.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { ProfileTable } from '../profile.ts'

const digest = {
  options: `
      -b|--binary -t|--text -c|--check -z|--zero -w|--warn -s|--status -q|--quiet --ignore-missing --strict --tag
      -a|--algorithm= -l|--length= -U -0 -1`,
  operands: 'read*',
  core: 'reader' as const,
  reach: (call: CallBuilder) => {
    if (!call.has('-c', '--check')) return
    call.strays('reads the files that a list names')
    call.doubt('the files that a list names are not on the core list')
  },
}
const encoding = {
  options: `
      -d|--decode -D -i|--ignore-garbage -w|--wrap= -b= --base64 --base64url --base32 --base32hex --base16
      --base2msbf --z85`,
  operands: 'read*',
  core: 'reader' as const,
}

/** Programs of GNU coreutils that read, make and move files. */
export const coreutils: ProfileTable = {
  cat: {
    options:
      '-[AbeEnstTuv] --show-all --number --number-nonblank --show-ends --show-tabs --show-nonprinting --squeeze-blank',
    operands: 'read*',
    core: 'reader',
  },
  tac: { options: '-b|--before -r|--regex -s|--separator=', operands: 'read*', core: 'reader', reach: checkEndless },
  head: {
    options: '-# -n|--lines= -c|--bytes= -q|--quiet|--silent -v|--verbose -z|--zero-terminated',
    operands: 'read*',
    core: 'reader',
  },
  tail: {
    options: `
        -# -n|--lines= -c|--bytes= -f -F --follow=? --pid= --retry -s|--sleep-interval= -q|--quiet|--silent
        -v|--verbose -z|--zero-terminated -r`,
    operands: 'read*',
    core: 'reader',
    reach: checkEndless,
  },
  wc: {
    options: '-[clmwL] --bytes --chars --lines --words --max-line-length --total= --files0-from=:names',
    operands: 'read*',
    core: 'reader',
  },
  nl: {
    options: '-b= -d= -f= -h= -i= -l= -n= -p -s= -v= -w= --body-numbering= --number-format= --number-width=',
    operands: 'read*',
    core: 'reader',
  },
  od: {
    options: '-A= -j= -N= -t= -v -w=? -S= -[abcdfiloshx] --address-radix= --format= --read-bytes= --skip-bytes=',
    operands: 'read*',
    core: 'reader',
  },
  fold: { options: '-b -s -w= --bytes --spaces --width=', operands: 'read*', core: 'reader' },
  fmt: { options: '-# -c -p= -s -t -u -w= -g= --width= --split-only', operands: 'read*', core: 'reader' },
  pr: { options: '-# -[adfFmtTJ] -e=? -h= -l= -n=? -o= -s=? -w= -W= -N=', operands: 'read*', core: 'reader' },
  paste: { options: '-d|--delimiters= -s|--serial -z', operands: 'read*', core: 'reader' },
  join: {
    options: '-a= -e= -i -1= -2= -j= -o= -t= -v= -z --check-order --nocheck-order --header',
    operands: 'read*',
    core: 'reader',
  },
  comm: {
    options: '-1 -2 -3 -i -z --check-order --nocheck-order --output-delimiter= --total',
    operands: 'read*',
    core: 'reader',
  },
  cut: {
    options: `
        -b|--bytes= -c|--characters= -d|--delimiter= -f|--fields= -n -s|--only-delimited -z|--zero-terminated
        --complement --output-delimiter=`,
    operands: 'read*',
    core: 'reader',
  },
  tr: {
    options: '-[cCdst] --complement --delete --squeeze-repeats --truncate-set1',
    operands: 'data data',
    core: 'reader',
  },
  sort: {
    options: `
        -[bcCdfghiMmnRrsuVz] -k|--key= -t|--field-separator= -S|--buffer-size= --parallel= --batch-size= --check=?
        --debug --dictionary-order --general-numeric-sort --human-numeric-sort --ignore-case --ignore-leading-blanks
        --month-sort --numeric-sort --random-sort --reverse --sort= --stable --unique --version-sort
        --zero-terminated --merge --files0-from=:gadget --random-source=:read -o|--output=:output
        -T|--temporary-directory=:gadget --compress-program=:run`,
    operands: 'read*',
    core: 'reader',
    reach: checkEndless,
  },
  uniq: {
    options: `
        -[cdDiuz] -f|--skip-fields= -s|--skip-chars= -w|--check-chars= --count --repeated --all-repeated=? --group=?
        --ignore-case --unique --zero-terminated`,
    operands: 'read output',
    core: 'reader',
  },
  shuf: {
    options: `
        -e|--echo -i|--input-range= -n|--head-count= -r|--repeat -z|--zero-terminated --random-source=:read
        -o|--output=:output`,
    operands: 'read*',
    core: 'reader',
    check: checkShuf,
  },
  expand: { options: '-i|--initial -t|--tabs= -#', operands: 'read*', core: 'reader' },
  unexpand: { options: '-a|--all --first-only -t|--tabs=', operands: 'read*', core: 'reader' },
  tsort: { operands: 'read*', core: 'reader' },
  ptx: {
    options: '-[ACGrRf] -F= -g= -M= -o=:read -i=:read -S= -w= -W= -b=:read',
    operands: 'read output',
    core: 'reader',
  },
  base64: encoding,
  base32: encoding,
  basenc: encoding,
  md5sum: digest,
  sha1sum: digest,
  sha224sum: digest,
  sha256sum: digest,
  sha384sum: digest,
  sha512sum: digest,
  b2sum: digest,
  cksum: digest,
  sum: digest,
  shasum: digest,
  md5: { options: '-[pqrtx] -s=', operands: 'read*', core: 'reader' },
  basename: { options: '-a|--multiple -s|--suffix= -z|--zero', operands: 'name*', core: 'reader' },
  dirname: { options: '-z|--zero', operands: 'name*', core: 'reader' },
  realpath: {
    options: `
        -[eEmLPqsz] --relative-to=:list --relative-base=:list --canonicalize-existing --canonicalize-missing
        --logical --physical --quiet --strip --no-symlinks --zero`,
    operands: 'list*',
    core: 'reader',
  },
  readlink: {
    options: '-[efmnqsvz] --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --zero',
    operands: 'list*',
    core: 'reader',
  },
  pathchk: { options: '-p -P --portability', operands: 'name*', core: 'reader' },
  ls: {
    options: `
        -[aAbBcCdfFgGhHiklLmnNopqQrstSuUvxXZ1@eOTW] -R|--recursive:recursive -D -I|--ignore= -w|--width= --all
        --almost-all --author --block-size= --classify=? --color=? --context --dereference --directory --dired
        --escape --file-type --format= --full-time --group-directories-first --hide= --human-readable --hyperlink=?
        --indicator-style= --inode --kibibytes --literal --no-group --numeric-uid-gid --quote-name --quoting-style=
        --reverse --show-control-chars --si --size --sort= --time= --time-style= -T= --tabsize= --width= --zero`,
    operands: 'list*',
    core: 'reader',
  },
  dir: { options: '-[aAlhrRt1]', operands: 'list*', core: 'reader' },
  vdir: { options: '-[aAlhrRt1]', operands: 'list*', core: 'reader' },
  pwd: { options: '-L -P', core: 'reader' },
  stat: {
    options: '-[LftxFnqs] -c|--format= --printf= --file-system --terse --dereference --cached=',
    operands: 'list*',
    core: 'reader',
  },
  du: {
    options: `
        -[abchHklLmsSxDP0] -A -d|--max-depth= -t|--threshold= -B|--block-size= --all --apparent-size --bytes --total
        --human-readable --si --summarize --time=? --exclude= --one-file-system --null --inodes --dereference
        -X|--exclude-from=:read --files0-from=:names`,
    operands: 'list*',
    core: 'reader',
    reach: (call) => {
      call.recursive = !call.has('-s', '--summarize')
      if (call.parsed.operands.length === 0) call.path(staticWord('.'), 'list')
    },
  },
  df: {
    options: `
        -[ahHiklPTv] -t= -x= --all --human-readable --si --inodes --local --output=? --print-type --portability
        --total --sync --type= --exclude-type= -B|--block-size=`,
    operands: 'list*',
    core: 'reader',
  },
  seq: {
    options: '-f|--format= -s|--separator= -w|--equal-width',
    operands: 'name*',
    core: 'reader',
    check: refuseOperands(/\d{7}|e\d/i, 'counts too far'),
  },
  factor: { operands: 'name*', core: 'reader' },
  numfmt: {
    options: '--from= --to= --field= --format= --padding= --suffix= -d= --header=? --grouping --invalid= --round= -z',
    operands: 'name*',
    core: 'reader',
  },
  expr: { operands: 'data*', core: 'reader', anyOption: true },
  date: {
    options: `
        -u|--utc|--universal -R|--rfc-email -I=? --iso-8601=? --rfc-3339= -d|--date= -r|--reference=:list -f=:read
        -j -v= -s|--set=:gadget --debug`,
    operands: 'data',
    core: 'reader',
    check: refuseOperands(/^(?!\+)/, 'sets the clock'),
  },
  cal: { options: '-[13jmsyMSw] -# -A= -B= -n=', operands: 'name*', core: 'reader' },
  uname: {
    options: `
        -[asnrvmpio] --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor
        --operating-system`,
    core: 'reader',
  },
  nproc: { options: '--all --ignore=', core: 'reader' },
  whoami: { core: 'reader' },
  id: {
    options: '-[agGnruzZ] --group --groups --name --real --user --zero',
    operands: 'name*',
    core: 'reader',
    check: checkId,
  },
  logname: { core: 'reader' },
  groups: { operands: 'name*', core: 'reader' },
  tty: { options: '-s', core: 'reader' },
  hostname: { options: '-[sfdiIA] --short --fqdn --long --ip-address --all-ip-addresses', core: 'reader' },
  arch: { core: 'reader' },
  uptime: { options: '-p -s --pretty --since', core: 'viewer' },
  sleep: { operands: 'name*', core: 'reader' },
  true: { operands: 'data*', core: 'reader', anyOption: true },
  false: { operands: 'data*', core: 'reader', anyOption: true },
  yes: { operands: 'data*', core: 'reader', check: checkYes },
  getconf: { options: '-a -v=', operands: 'name*', core: 'reader' },
  locale: { options: '-[ackm]', operands: 'name*', core: 'reader' },
}

function checkShuf(call: CallBuilder): void {
  if (call.has('-e', '--echo')) for (const { index } of call.parsed.operands) call.data(index)
}

/** `id` that asks for nothing in particular is a probe: harmless as a line of its own, and nothing that another command needs. */
function checkId(call: CallBuilder): void {
  if (call.parsed.options.length === 0) call.condition = 'only'
}

function checkYes(call: CallBuilder): void {
  call.condition = 'head'
}
