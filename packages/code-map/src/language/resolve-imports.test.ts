import { expect, test } from 'vitest'
import { createProject, type Manifest } from '../graph/project.ts'
import { languageOf } from './index.ts'

const workspacePackage: Manifest = {
  path: 'packages/core/package.json',
  text: JSON.stringify({
    name: '@acme/core',
    exports: { '.': './src/index.ts', './testing': { types: './src/testing.ts', default: './dist/testing.js' } },
  }),
}
const goModule: Manifest = { path: 'go/go.mod', text: 'module example.com/app\n\ngo 1.24\n' }

test.each<readonly [from: string, specifier: string, files: readonly string[], expected: readonly string[]]>([
  ['src/a.ts', './b', ['src/b.ts', 'b.ts'], ['src/b.ts']],
  ['src/a.ts', './b.js', ['src/b.ts'], ['src/b.ts']],
  ['src/a.ts', '../lib', ['lib/index.ts'], ['lib/index.ts']],
  ['src/a.ts', '..', ['index.js'], ['index.js']],
  ['src/a.ts', './missing', ['src/b.ts'], []],
  ['src/a.ts', 'node:fs', ['fs.ts'], []],
  ['src/a.ts', '@acme/core', ['packages/core/src/index.ts'], ['packages/core/src/index.ts']],
  ['src/a.ts', '@acme/core/testing', ['packages/core/src/testing.ts'], ['packages/core/src/testing.ts']],
  ['src/a.ts', '@acme/core/deep/x', ['packages/core/src/deep/x.ts'], ['packages/core/src/deep/x.ts']],
  ['src/a.ts', '__proto__', ['src/b.ts'], []],
  ['app/views/a.py', '.forms', ['app/views/forms.py', 'forms.py'], ['app/views/forms.py']],
  ['app/views/a.py', '..models', ['app/models/__init__.py'], ['app/models/__init__.py']],
  ['app/views/a.py', 'app.util.text', ['src/app/util/text.py'], ['src/app/util/text.py']],
  ['app/views/a.py', 'os', ['app/views/a.py'], []],
  ['go/main.go', 'example.com/app/pkg/x', ['go/pkg/x/a.go', 'go/pkg/x/a_test.go'], ['go/pkg/x/a.go']],
  ['go/main.go', 'example.com/application', ['go/a.go'], []],
  ['src/lib.rs', 'mod a', ['src/a.rs'], ['src/a.rs']],
  ['src/a.rs', 'mod b', ['src/a/b.rs', 'src/b.rs'], ['src/a/b.rs']],
  ['src/a/mod.rs', 'crate::b::Thing', ['src/b.rs'], ['src/b.rs']],
  ['src/a/b.rs', 'super::super::c', ['src/c/mod.rs'], ['src/c/mod.rs']],
  ['src/a.rs', 'std::fmt', ['src/lib.rs'], []],
  ['x/A.java', 'a.c.D', ['src/a/c/D.java', 'test/D.java'], ['src/a/c/D.java']],
  ['x/A.java', 'a.c.E.f', ['src/a/c/E.java'], ['src/a/c/E.java']],
  ['src/a.c', 'a.h', ['src/a.h', 'include/a.h'], ['src/a.h']],
  ['src/a.cpp', 'lib/b.h', ['include/lib/b.h'], ['include/lib/b.h']],
  ['src/a.rb', './lib/b', ['src/lib/b.rb'], ['src/lib/b.rb']],
  ['src/a.rb', 'app/b', ['lib/app/b.rb'], ['lib/app/b.rb']],
  ['src/a.php', 'App\\Models\\User', ['src/Models/User.php'], ['src/Models/User.php']],
  ['src/a.php', './helpers.php', ['src/helpers.php'], ['src/helpers.php']],
  ['bin/a.sh', './lib/c.sh', ['bin/lib/c.sh'], ['bin/lib/c.sh']],
])('%s importing %s of %j means %j', (from, specifier, files, expected) => {
  const project = createProject([from, ...files], [workspacePackage, goModule])
  expect(languageOf(from)?.resolveImport(specifier, from, project)).toEqual(expected)
})

test('of several files with the same end the nearest is meant', () => {
  const project = createProject(['a/x/util.py', 'b/x/util.py'])
  expect(project.endingWith('util.py', 'b/x/main.py')).toBe('b/x/util.py')
})

test.each(['', '{', '[]', '{"name":7}', '{"name":"a","exports":{"./x":{"import":{"default":null}}}}'])(
  'a manifest %j that says nothing is passed over',
  (text) => {
    const { packages } = createProject([], [{ path: 'package.json', text }])
    expect([...packages.values()].flatMap(({ entries }) => [...entries])).toEqual([])
  },
)
