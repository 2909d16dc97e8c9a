import { checkAwk, checkJq, checkSed, checkYq } from '../checks/check-program-text.ts'
import { reachOfSearch } from '../checks/check-search.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { ProfileTable } from '../profile.ts'

const grep = {
  options: `
      -# -[abcEFGHhIiLlnoPqsTUvVwxyzZuS] -A|--after-context= -B|--before-context= -C|--context= -d|--directories=
      -D|--devices= -m|--max-count= -e|--regexp=:pattern -f|--file=:read -r|--recursive
      -R|--dereference-recursive --basic-regexp --extended-regexp --fixed-strings --perl-regexp --binary
      --binary-files= --byte-offset --color=? --colour=? --count --exclude= --exclude-dir= --exclude-from=:read
      --files-with-matches --files-without-match --ignore-case --no-ignore-case --include= --initial-tab
      --invert-match --label= --line-buffered --line-number --line-regexp --no-filename --no-messages --null
      --null-data --only-matching --quiet --silent --text --with-filename --word-regexp --group-separator=
      --no-group-separator`,
  operands: 'pattern read*',
  core: 'reader' as const,
  reach: reachOfSearch,
}
const ripgrep = {
  options: `
      -# -[acFHhiIlLnNoPpqsSuUvwxz0.] -L -A|--after-context= -B|--before-context= -C|--context= -d|--max-depth=
      -e|--regexp=:pattern -E|--encoding= -f|--file=:read -g|--glob= --iglob= -j|--threads= -m|--max-count=
      -M|--max-columns= -r|--replace= -t|--type= -T|--type-not= --type-add= --type-clear= --type-list --files
      --files-with-matches --files-without-match --hidden --no-hidden --ignore-case --smart-case --case-sensitive
      --fixed-strings --line-number --no-line-number --column --no-column --color= --colors= --heading --no-heading
      --json --stats --no-messages --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --no-config
      --ignore-file=:read --follow --multiline --multiline-dotall --pcre2 --engine= --passthru --path-separator=
      --sort= --sortr= --trim --count --count-matches --only-matching --word-regexp --line-regexp --invert-match
      --with-filename --no-filename --null --null-data --max-filesize= --max-columns-preview --vimgrep --quiet
      --text --binary --unrestricted --debug --trace --block-buffered --line-buffered --context-separator=
      --field-match-separator= --crlf --mmap --no-mmap --one-file-system --pretty --regex-size-limit=
      --dfa-size-limit= --include-zero --no-require-git --glob-case-insensitive --search-zip --no-unicode
      --hyperlink-format= --pre=:run --pre-glob= --hostname-bin=:run`,
  operands: 'pattern read*',
  readonly: true,
  reach: reachOfSearch,
}

/** Programs that search, cut and rewrite text. */
export const textTools: ProfileTable = {
  grep,
  egrep: grep,
  fgrep: grep,
  zgrep: { ...grep, core: undefined, readonly: true },
  rgrep: grep,
  rg: ripgrep,
  ag: {
    options: `
        -[acilLnQrRsSuUvwfgGHzt0] -A= -B= -C= -m= -W= -p=:read --depth= --ignore= --ignore-dir= --hidden --nocolor
        --color --nogroup --heading --noheading --literal --count --files-with-matches --unrestricted --all-types
        --all-text --follow --pager=:run`,
    operands: 'pattern read*',
    readonly: true,
    reach: reachOfSearch,
  },
  ack: {
    options: '-[cfhiHlLnQrsvwx1] -A= -B= -C= -m= -g= --type= --nocolor --color --follow --pager=:run',
    operands: 'pattern read*',
    readonly: true,
    reach: reachOfSearch,
  },
  sed: {
    options: `
        -[nErsuz] -e|--expression=:pattern -f|--file=:run -i=?:edit --in-place=?:edit -I=?:edit
        -l|--line-length= --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --debug
        --sandbox --follow-symlinks:gadget`,
    operands: 'pattern read*',
    readonly: true,
    check: checkSed,
  },
  awk: {
    options: `
        -F|--field-separator= -v|--assign= -f|--file=:run -[bcCghkMnNOPrsStV] -e|--source=:pattern -E=:run
        -i|--include=:run -l|--load=:run -d=?:output -o=?:output -p=?:output --posix --re-interval --csv -k
        --sandbox -S`,
    operands: 'pattern read*',
    readonly: true,
    style: 'posix',
    check: checkAwk,
  },
  gawk: {
    options: `
        -F|--field-separator= -v|--assign= -f|--file=:run -[bcCghkMnNOPrsStV] -e|--source=:pattern -E=:run
        -i|--include=:run -l|--load=:run --posix --sandbox`,
    operands: 'pattern read*',
    readonly: true,
    style: 'posix',
    check: checkAwk,
  },
  mawk: {
    options: '-F= -v= -f=:run -W=:gadget',
    operands: 'pattern read*',
    readonly: true,
    style: 'posix',
    check: checkAwk,
  },
  nawk: { options: '-F= -v= -f=:run', operands: 'pattern read*', readonly: true, style: 'posix', check: checkAwk },
  jq: {
    options: `
        -[acCeiMnrRsSjhV] --tab --indent= --arg=2 --argjson=2 --slurpfile=2:read --rawfile=2:read --args --jsonargs
        --raw-output --raw-output0 --raw-input --compact-output --null-input --exit-status --slurp --sort-keys
        --color-output --monochrome-output --join-output --ascii-output --unbuffered --stream --stream-errors --seq
        -f|--from-file=:run -L=:run`,
    operands: 'pattern read*',
    readonly: true,
    check: checkJq,
  },
  yq: {
    options: `
        -[CeMnNPrjyYw] -s:gadget --split-exp=:gadget -I|--indent= -o|--output-format= -p|--input-format= -i|--inplace:edit --prettyPrint
        --no-colors --colors --exit-status --null-input --unwrapScalar=? --front-matter= 
        -f|--from-file=:run`,
    operands: 'pattern read*',
    readonly: true,
    check: checkYq,
  },
  rev: { operands: 'read*', core: 'reader' },
  column: {
    options: `
        -[tsnexRLJ] -t -s|--separator= -o|--output-separator= -c|--output-width= -N|--table-columns=
        -R|--table-right= -H|--table-hide= -O|--table-order= --table --json`,
    operands: 'read*',
    core: 'reader',
  },
  strings: {
    options: '-[afow] -n= -t= -e= -# --bytes= --radix= --encoding= --all',
    operands: 'read*',
    core: 'reader',
    argumentFiles: true,
  },
  hexdump: { options: '-[bcCdovx] -n= -s= -e= -L=? --canonical --length= --skip=', operands: 'read*', core: 'reader' },
  hd: { options: '-[bcCdovx] -n= -s=', operands: 'read*', core: 'reader' },
  xxd: {
    options: '-[abCeEipPruU] -c= -g= -l= -o= -s= -n= -R= -ps -postscript -plain -include -bits',
    operands: 'read output',
    core: 'reader',
  },
  diff: {
    options: `
        -# -[abBcdeEilnNpqstTuvwyZ] -r|--recursive:recursive -C|--context=? -U|--unified=? -D|--ifdef=
        -F|--show-function-line= -I|--ignore-matching-lines= -L|--label= -S|--starting-file= -W|--width=
        -x|--exclude= -X|--exclude-from=:read --brief --color=? --ignore-all-space --ignore-space-change
        --ignore-blank-lines --ignore-case --new-file --report-identical-files --side-by-side
        --suppress-common-lines --text --strip-trailing-cr --minimal --no-dereference --normal --from-file=:read
        --to-file=:read --palette= --horizon-lines= --speed-large-files`,
    operands: 'read*',
    core: 'reader',
  },
  diff3: { options: '-[3aAeEimTxX] -L=', operands: 'read read read', readonly: true },
  colordiff: { options: '-[abBcdeiNpqtuwyr]', operands: 'read*', readonly: true },
  cmp: {
    options: '-[bls] -i|--ignore-initial= -n|--bytes= --print-bytes --verbose --quiet --silent',
    operands: 'read read name*',
    core: 'reader',
  },
  iconv: {
    options: '-f|--from-code= -t|--to-code= -c -l|--list -s --silent -o|--output=:output',
    operands: 'read*',
    readonly: true,
  },
  dos2unix: { touches: 'named', options: '-[fkqsbcie] -n|--newfile', operands: 'write*' },
  unix2dos: { touches: 'named', options: '-[fkqsbcie] -n|--newfile', operands: 'write*' },
  look: { options: '-[abdf] -t=', operands: 'name read', readonly: true },
  bc: {
    options: '-[lqsw] --mathlib --quiet',
    operands: 'read*',
    readonly: true,
    check: (call) => call.context.stdin === undefined && call.change('reads a program from standard input'),
  },
  xmllint: {
    options: `
        --noout --format --xpath= --schema=:gadget --valid:gadget --html --pretty= --recover --nonet -o|--output=:output
        --shell:gadget --load-trace:gadget --path=:gadget --noent:gadget --xinclude:gadget`,
    operands: 'read*',
    readonly: true,
  },
  tidy: { options: '-[eqi] -o=:output -m:gadget -config=:run', operands: 'read*', readonly: true },
  envsubst: {
    touches: 'named',
    options: '-v|--variables',
    operands: 'name',
    check: (call) => call.gadget(0, 'prints variables of the environment'),
  },
  patch: {
    options: `
        -[bEflNRstTuZ] -p= -i|--input=:read -d|--directory=:place -o|--output=:output -r=:output --dry-run
        --verbose --backup --forward --reverse -F= -V= -z= -D=`,
    operands: 'write read',
    effects: ['writes'],
    check: (call) => {
      const [file] = call.parsed.operands
      if (file === undefined) call.gadget(call.argv.length - 1, 'writes whatever files the patch names')
    },
  },
  tokei: { options: '-[cfC] -e= -s= -t= -o= --hidden --no-ignore', operands: 'list*', readonly: true },
  cloc: {
    options: '--vcs=:run --by-file --json --csv --quiet --exclude-dir= --include-lang= --exclude-lang= --out=:output',
    operands: 'list*',
    readonly: true,
  },
  bat: {
    options: `
        -[nApPfuL] -l|--language= -r|--line-range= -H= --style= --theme= --color= --paging= --plain --decorations=
        --wrap= --tabs= --number --pager=:run`,
    operands: 'read*',
    readonly: true,
  },
  more: {
    touches: 'named',
    options: '-# -[dfilepsu] -n=',
    operands: 'read*',
    check: refuseOperands(/^\+(?!\d+$)/, 'runs a command at start'),
  },
  delta: { touches: 'named', options: '-n --line-numbers -s --side-by-side --dark --light -w=', operands: 'read read' },
  less: {
    touches: 'named',
    options: `
        -[aABcCdeEfFgGiIJKmMnNqQrRsSuUwWX~] -# -# -x= -y= -z= -j= -h= -p= -P= --RAW-CONTROL-CHARS
        --quit-if-one-screen --no-init --chop-long-lines -o=:output -O=:output -k=:run -T=:run -t=:gadget
        --lesskey-file=:run`,
    operands: 'read*',
    check: refuseOperands(/^\+/, 'runs a command at start'),
  },
}
