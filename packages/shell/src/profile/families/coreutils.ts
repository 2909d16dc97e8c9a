import type { CallBuilder } from '../call-builder.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { ProfileTable } from '../profile.ts'

const digest = {
  options: `
      -b|--binary -t|--text -c|--check -z|--zero -w|--warn -s|--status -q|--quiet --ignore-missing --strict --tag
      -a|--algorithm= -l|--length= -U -0 -1`,
  operands: 'read*',
  readonly: true,
}
const encoding = {
  options: `
      -d|--decode -D -i|--ignore-garbage -w|--wrap= -b= --base64 --base64url --base32 --base32hex --base16
      --base2msbf --z85`,
  operands: 'read*',
  readonly: true,
}

/** Programs of GNU coreutils that read, make and move files. */
export const coreutils: ProfileTable = {
  cat: {
    options:
      '-[AbeEnstTuv] --show-all --number --number-nonblank --show-ends --show-tabs --show-nonprinting --squeeze-blank',
    operands: 'read*',
    readonly: true,
  },
  tac: { options: '-b|--before -r|--regex -s|--separator=', operands: 'read*', readonly: true },
  head: {
    options: '-# -n|--lines= -c|--bytes= -q|--quiet|--silent -v|--verbose -z|--zero-terminated',
    operands: 'read*',
    readonly: true,
  },
  tail: {
    options: `
        -# -n|--lines= -c|--bytes= -f -F --follow=? --pid= --retry -s|--sleep-interval= -q|--quiet|--silent
        -v|--verbose -z|--zero-terminated -r`,
    operands: 'read*',
    readonly: true,
  },
  wc: {
    options: '-[clmwL] --bytes --chars --lines --words --max-line-length --total= --files0-from=:read',
    operands: 'read*',
    readonly: true,
  },
  nl: {
    options: '-b= -d= -f= -h= -i= -l= -n= -p -s= -v= -w= --body-numbering= --number-format= --number-width=',
    operands: 'read*',
    readonly: true,
  },
  od: {
    options: '-A= -j= -N= -t= -v -w=? -S= -[abcdfiloshx] --address-radix= --format= --read-bytes= --skip-bytes=',
    operands: 'read*',
    readonly: true,
  },
  fold: { options: '-b -s -w= --bytes --spaces --width=', operands: 'read*', readonly: true },
  fmt: { options: '-# -c -p= -s -t -u -w= -g= --width= --split-only', operands: 'read*', readonly: true },
  pr: { options: '-# -[adfFmtTJ] -e=? -h= -l= -n=? -o= -s=? -w= -W= -N=', operands: 'read*', readonly: true },
  paste: { options: '-d|--delimiters= -s|--serial -z', operands: 'read*', readonly: true },
  join: {
    options: '-a= -e= -i -1= -2= -j= -o= -t= -v= -z --check-order --nocheck-order --header',
    operands: 'read*',
    readonly: true,
  },
  comm: {
    options: '-1 -2 -3 -i -z --check-order --nocheck-order --output-delimiter= --total',
    operands: 'read*',
    readonly: true,
  },
  cut: {
    options: `
        -b|--bytes= -c|--characters= -d|--delimiter= -f|--fields= -n -s|--only-delimited -z|--zero-terminated
        --complement --output-delimiter=`,
    operands: 'read*',
    readonly: true,
  },
  tr: {
    options: '-[cCdst] --complement --delete --squeeze-repeats --truncate-set1',
    operands: 'data data',
    readonly: true,
  },
  sort: {
    options: `
        -[bcCdfghiMmnRrsuVz] -k|--key= -t|--field-separator= -S|--buffer-size= --parallel= --batch-size= --check=?
        --debug --dictionary-order --general-numeric-sort --human-numeric-sort --ignore-case --ignore-leading-blanks
        --month-sort --numeric-sort --random-sort --reverse --sort= --stable --unique --version-sort
        --zero-terminated --merge --files0-from=:gadget --random-source=:read -o|--output=:output
        -T|--temporary-directory=:gadget --compress-program=:run`,
    operands: 'read*',
    readonly: true,
  },
  uniq: {
    options: `
        -[cdDiuz] -f|--skip-fields= -s|--skip-chars= -w|--check-chars= --count --repeated --all-repeated=? --group=?
        --ignore-case --unique --zero-terminated`,
    operands: 'read output',
    readonly: true,
  },
  shuf: {
    options: `
        -e|--echo -i|--input-range= -n|--head-count= -r|--repeat -z|--zero-terminated --random-source=:read
        -o|--output=:output`,
    operands: 'read*',
    readonly: true,
    check: checkShuf,
  },
  expand: { options: '-i|--initial -t|--tabs= -#', operands: 'read*', readonly: true },
  unexpand: { options: '-a|--all --first-only -t|--tabs=', operands: 'read*', readonly: true },
  tsort: { operands: 'read*', readonly: true },
  ptx: {
    options: '-[ACGrRf] -F= -g= -M= -o=:read -i=:read -S= -w= -W= -b=:read',
    operands: 'read output',
    readonly: true,
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
  md5: { options: '-[pqrtx] -s=', operands: 'read*', readonly: true },
  basename: { options: '-a|--multiple -s|--suffix= -z|--zero', operands: 'name*', readonly: true },
  dirname: { options: '-z|--zero', operands: 'name*', readonly: true },
  realpath: {
    options: `
        -[eEmLPqsz] --relative-to=:list --relative-base=:list --canonicalize-existing --canonicalize-missing
        --logical --physical --quiet --strip --no-symlinks --zero`,
    operands: 'list*',
    readonly: true,
  },
  readlink: {
    options: '-[efmnqsvz] --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --zero',
    operands: 'list*',
    readonly: true,
  },
  pathchk: { options: '-p -P --portability', operands: 'name*', readonly: true },
  ls: {
    options: `
        -[aAbBcCdfFgGhHiklLmnNopqQrstSuUvxXZ1@eOTW] -R|--recursive:recursive -D -I|--ignore= -w|--width= --all
        --almost-all --author --block-size= --classify=? --color=? --context --dereference --directory --dired
        --escape --file-type --format= --full-time --group-directories-first --hide= --human-readable --hyperlink=?
        --indicator-style= --inode --kibibytes --literal --no-group --numeric-uid-gid --quote-name --quoting-style=
        --reverse --show-control-chars --si --size --sort= --time= --time-style= -T= --tabsize= --width= --zero`,
    operands: 'list*',
    readonly: true,
  },
  dir: { options: '-[aAlhrRt1]', operands: 'list*', readonly: true },
  vdir: { options: '-[aAlhrRt1]', operands: 'list*', readonly: true },
  pwd: { options: '-L -P', readonly: true },
  stat: {
    options: '-[LftxFnqs] -c|--format= --printf= --file-system --terse --dereference --cached=',
    operands: 'list*',
    readonly: true,
  },
  du: {
    options: `
        -[abchHklLmsSxDP0] -A -d|--max-depth= -t|--threshold= -B|--block-size= --all --apparent-size --bytes --total
        --human-readable --si --summarize --time=? --exclude= --one-file-system --null --inodes --dereference
        -X|--exclude-from=:read --files0-from=:read`,
    operands: 'list*',
    readonly: true,
  },
  df: {
    options: `
        -[ahHiklPTv] -t= -x= --all --human-readable --si --inodes --local --output=? --print-type --portability
        --total --sync --type= --exclude-type= -B|--block-size=`,
    operands: 'list*',
    readonly: true,
  },
  seq: { options: '-f|--format= -s|--separator= -w|--equal-width', operands: 'name*', readonly: true },
  factor: { operands: 'name*', readonly: true },
  numfmt: {
    options: '--from= --to= --field= --format= --padding= --suffix= -d= --header=? --grouping --invalid= --round= -z',
    operands: 'name*',
    readonly: true,
  },
  expr: { operands: 'data*', readonly: true, anyOption: true },
  date: {
    options: `
        -u|--utc|--universal -R|--rfc-email -I=? --iso-8601=? --rfc-3339= -d|--date= -r|--reference=:list -f=:read
        -j -v= -s|--set=:gadget --debug`,
    operands: 'data',
    readonly: true,
    check: refuseOperands(/^(?!\+)/, 'sets the clock'),
  },
  cal: { options: '-[13jmsyMSw] -# -A= -B= -n=', operands: 'name*', readonly: true },
  uname: {
    options: `
        -[asnrvmpio] --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor
        --operating-system`,
    readonly: true,
  },
  nproc: { options: '--all --ignore=', readonly: true },
  whoami: { readonly: true },
  logname: { readonly: true },
  groups: { operands: 'name*', readonly: true },
  tty: { options: '-s', readonly: true },
  hostname: { options: '-[sfdiIA] --short --fqdn --long --ip-address --all-ip-addresses', readonly: true },
  arch: { readonly: true },
  uptime: { options: '-p -s --pretty --since', readonly: true },
  sleep: { operands: 'name*', readonly: true },
  true: { operands: 'data*', readonly: true, anyOption: true },
  false: { operands: 'data*', readonly: true, anyOption: true },
  yes: { operands: 'data*', readonly: true },
  getconf: { options: '-a -v=', operands: 'name*', readonly: true },
  locale: { options: '-[ackm]', operands: 'name*', readonly: true },
}

function checkShuf(call: CallBuilder): void {
  if (call.has('-e', '--echo')) for (const { index } of call.parsed.operands) call.data(index)
}
