const names: ReadonlySet<string> = new Set(
  `python python2 python3 pypy pypy3 ipython node nodejs tsx ts-node deno bun perl ruby irb php lua luajit Rscript R
  julia groovy scala java javac osascript tclsh wish expect guile elixir erl ghci sqlplus m4 dc`.split(/\s+/),
)

/**
 * Returns true if a program runs scripts in a language, so that its bare name says nothing about its effect. The names
 * are separate from the profiles, so that code that judges grants need not load those.
 */
export function isInterpreterName(name: string): boolean {
  return names.has(name) || names.has(name.replace(/[\d.]+$/, ''))
}
