const names: ReadonlySet<string> = new Set(
  `python python2 python3 pypy pypy3 ipython node nodejs tsx ts-node deno bun perl ruby irb php lua luajit Rscript R
  julia groovy scala java javac osascript tclsh wish expect guile elixir erl ghci sqlplus m4 dc`.split(/\s+/),
)

/**
 * Whether a program runs scripts in a language, so that its bare name says nothing about what will happen. The names
 * stand apart from the profiles, so that who judges grants need not load those.
 */
export function isInterpreterName(name: string): boolean {
  return names.has(name) || names.has(name.replace(/[\d.]+$/, ''))
}
