import { foldPath } from './fold-path.ts'

const names: ReadonlySet<string> = new Set(
  `package.json deno.json deno.jsonc pnpm-workspace.yaml turbo.json nx.json lerna.json gulpfile.js gruntfile.js
  makefile gnumakefile justfile .justfile taskfile.yml taskfile.yaml rakefile gemfile vagrantfile procfile earthfile tiltfile snakefile
  dockerfile containerfile docker-compose.yml docker-compose.yaml compose.yml compose.yaml docker-bake.hcl
  setup.py setup.cfg pyproject.toml tox.ini noxfile.py conftest.py pytest.ini manage.py tasks.py fabfile.py wscript sconstruct
  build.rs cargo.toml build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradlew pom.xml mvnw build.xml build.sbt mix.exs rebar.config
  cmakelists.txt meson.build configure configure.ac build.zig build.bazel module.bazel flake.nix default.nix shell.nix
  composer.json brewfile phpunit.xml go.mod go.work`.split(/\s+/),
)

/** Settings that are programs themselves: `vite.config.ts`, `.eslintrc.cjs`. */
const programs =
  /(^|\.)(config|rc|conf)\.([cm]?[jt]s)$|^\.[\w-]+rc\.[cm]?[jt]s$|\.(mk|mak|bazel|bzl|cmake|gradle|podspec|gemspec)$/

/**
 * Returns true if the file decides what later commands run: scripts of `package.json`, targets of a `Makefile`. Such
 * files change often and are not protected; an approval mentions them.
 * @param path Absolute and normalised.
 */
export function isProjectCode(path: string): boolean {
  const name = foldPath(path.slice(path.lastIndexOf('/') + 1))
  return names.has(name) || programs.test(name)
}

/** Names, for tests. */
export const projectCodeNames: readonly string[] = [...names]
