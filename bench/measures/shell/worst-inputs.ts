const size = 65_000

/** Fills the largest text that is analysed with repetitions of one piece. */
const fill = (piece: string, length = size): string => piece.repeat(Math.floor(length / piece.length))

/** Texts made to be slow: as long, deep or repetitive as the analyser accepts, and one beyond. All of them harmless-looking. */
export const worstInputs: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'nested $(', text: `${fill('$(', 60_000)}id${fill(')', 5_000)}` },
  { name: 'nested (', text: fill('(') },
  { name: 'balanced ( )', text: `${'('.repeat(30_000)}id${')'.repeat(30_000)}` },
  { name: 'nested "$(', text: `${fill('echo "$(', 4_000)}id${fill(')"', 1_000)}` },
  { name: 'nested backquotes', text: fill('`echo ') },
  { name: 'long && chain', text: `id${fill(' && id')}` },
  { name: 'long pipeline', text: `id${fill(' | cat')}` },
  { name: 'long pipeline of shells', text: `id${fill(' | sh')}` },
  { name: '5,000 here-documents', text: `${'cat <<E\nE\n'.repeat(5_000)}id` },
  { name: '5,000 here-documents on one line', text: `id ${'<<E '.repeat(5_000)}\n${'E\n'.repeat(5_000)}` },
  { name: 'one long word', text: `frobnicate ${'a'.repeat(size)}` },
  { name: 'many words', text: `id${fill(' a')}` },
  { name: 'many options', text: `sort${fill(' -o')}` },
  { name: 'many globs', text: `id ${fill('*')} ${'[a-'}` },
  { name: 'brace product', text: `id ${fill('{a,b}')}` },
  { name: 'braces without an end', text: `id {a,b}${'{'.repeat(60_000)}` },
  { name: 'nested braces', text: `id ${'{a,'.repeat(10_000)}${'}'.repeat(10_000)}` },
  {
    name: 'brace sequence',
    text: 'for i in {1..1000}; do for j in {1..1000}; do for k in {1..1000}; do id $i $j $k; done; done; done',
  },
  { name: 'growing variable', text: `x=aaaaaaaaaaaaaaaa; ${fill('x=$x$x; ', 4_000)} id $x` },
  { name: 'nested default values', text: `id ${'${x:-'.repeat(10_000)}${'}'.repeat(10_000)}` },
  { name: 'nested sh -c', text: nested('id', 60) },
  { name: 'launcher chain', text: `${fill('nice ')}id` },
  { name: 'xargs chain', text: `${fill('xargs ')}id` },
  { name: 'unknown launcher options', text: `${fill('nice --x ')}id` },
  { name: 'find with many -exec', text: `find .${fill(' -exec id {} ;').replaceAll(';', '\\;')}` },
  { name: 'sed script', text: `sed '${fill('s/a/b/;', 60_000)}' x; id` },
  { name: 'awk program', text: `awk '${fill('print (a) / ', 60_000)}' x; id` },
  { name: 'jq filter', text: `jq '${fill('"\\', 60_000)}' x; id` },
  { name: 'glob as command', text: `${'*'.repeat(30_000)}${'a'.repeat(30_000)}` },
  { name: 'mode of chmod', text: `chmod ${fill('+a', 60_000)} x` },
  { name: 'many redirections', text: `id${fill(' > /dev/null')}` },
  { name: 'inline code', text: `python3 -c '${fill('exec (', 60_000)}'` },
  { name: 'arithmetic', text: `echo $((${fill('1+(', 30_000)}1${')'.repeat(10_000)}))` },
  { name: 'many assignments', text: `${fill('a=b ')}id` },
  { name: 'many functions', text: `${fill('f(){ id; }; ')}f` },
  { name: 'process substitutions', text: `id ${fill('<(id) ')}` },
  { name: 'output substitutions', text: `id ${fill('>(id) ')}` },
  { name: 'quotes', text: fill(`'a'"b"`) },
  { name: 'nested arithmetic, open', text: fill('$((') },
  { name: 'nested replacements, open', text: fill('${a//') },
  { name: 'here-documents, open', text: fill('cat <<E ') },
  { name: 'empty backquotes', text: fill('`') },
  { name: 'runner chain', text: fill('npx ') },
  { name: 'module chain', text: fill('python3 -m ') },
  { name: 'growing array', text: fill('x=("${x[@]}" "${x[@]}"); ') },
  { name: 'growing parameters', text: fill('set -- "$@" "$@"; ') },
  { name: '1 MB', text: `id ${'a'.repeat(1_000_000)}` },
]

function nested(command: string, depth: number): string {
  let text = command
  for (let level = 0; level < depth && text.length < size; level += 1) text = `sh -c '${text.replaceAll("'", `'"'"'`)}'`
  return text
}
