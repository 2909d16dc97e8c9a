import { type Obeyed, script } from './obeyed.ts'

/** Task runners and build tools. */
export const buildTools: Readonly<Record<string, Obeyed>> = {
  // Task runners and build tools.
  make: {
    files: 'GNUmakefile makefile Makefile',
    options: '-f --file --makefile -I',
    folders: '-C --directory',
    part: 'makefile',
  },
  gmake: {
    files: 'GNUmakefile makefile Makefile',
    options: '-f --file --makefile',
    folders: '-C --directory',
    part: 'makefile',
  },
  bmake: { files: 'BSDmakefile makefile Makefile', options: '-f', folders: '-C', part: 'makefile' },
  just: {
    files: 'justfile Justfile .justfile',
    upward: true,
    options: '-f --justfile',
    folders: '-d --working-directory',
  },
  task: {
    files: 'Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml Taskfile.dist.yml',
    upward: true,
    options: '-t --taskfile',
    folders: '-d --dir',
  },
  rake: {
    files: 'Rakefile rakefile Rakefile.rb rakefile.rb Gemfile',
    upward: true,
    options: '-f --rakefile -r --require',
  },
  grunt: { files: 'Gruntfile.js Gruntfile.cjs Gruntfile.ts Gruntfile.coffee', upward: true, options: '--gruntfile' },
  gulp: { files: 'gulpfile.js gulpfile.mjs gulpfile.cjs gulpfile.ts', upward: true, options: '-f --gulpfile' },
  mage: { files: 'magefile.go', endings: '.go' },
  ninja: { files: 'build.ninja', options: '-f', folders: '-C' },
  cmake: {
    files: 'CMakeLists.txt CMakePresets.json CMakeUserPresets.json',
    options: '-P -C --toolchain',
    folders: '-S --build',
  },
  ctest: { files: 'CTestTestfile.cmake', options: '-S', folders: '--test-dir' },
  meson: { files: 'meson.build meson_options.txt meson.options', folders: '-C' },
  scons: { files: 'SConstruct Sconstruct sconstruct SConscript', options: '-f --file', folders: '-C --directory' },
  bazel: {
    files: 'BUILD BUILD.bazel WORKSPACE WORKSPACE.bazel MODULE.bazel .bazelrc',
    upward: true,
    options: '--bazelrc',
  },
  ant: { files: 'build.xml', options: '-f -file -buildfile' },
  mvn: { files: 'pom.xml .mvn/jvm.config .mvn/maven.config .mvn/extensions.xml', options: '-f --file -s --settings' },
  gradle: {
    files: 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties',
    upward: true,
    options: '-b --build-file -I --init-script',
    folders: '-p --project-dir',
  },
  sbt: { files: 'build.sbt project/build.properties project/plugins.sbt' },
  lein: { files: 'project.clj' },
  mix: { files: 'mix.exs config/config.exs .formatter.exs' },
  rebar3: { files: 'rebar.config' },
  dune: { files: 'dune dune-project dune-workspace' },
  stack: { files: 'stack.yaml package.yaml', upward: true },
  cabal: { files: 'cabal.project', endings: '.cabal' },
  swift: { files: 'Package.swift' },
  zig: { files: 'build.zig build.zig.zon', words: true },
  dotnet: {
    files: 'global.json Directory.Build.props Directory.Build.targets nuget.config',
    upward: true,
    endings: '.csproj .fsproj .sln',
  },
  cargo: {
    files:
      'Cargo.toml Cargo.lock build.rs .cargo/config.toml .cargo/config rust-toolchain.toml rust-toolchain clippy.toml rustfmt.toml',
    upward: true,
    options: '--manifest-path --config',
    folders: '-C',
  },
  rustc: script,
  go: { files: 'go.mod go.work', upward: true, endings: '.go', folders: '-C', words: true },
}
