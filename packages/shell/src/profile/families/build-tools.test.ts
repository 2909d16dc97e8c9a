import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('build-tools', {
  granted: {
    make: ['make', 'make test', 'make -j8 all', 'make VERSION=1.2 release', 'make -C sub test'],
    cmake: ['cmake -B build -S .', 'cmake --build build'],
    ninja: ['ninja -C build'],
    mvn: ['mvn test', 'mvn -q package'],
    gradle: ['gradle test'],
    'dotnet build': ['dotnet build'],
    'bundle install': ['bundle install'],
    rake: ['rake test'],
    'mix test': ['mix test'],
    flutter: ['flutter test'],
    'bazel build': ['bazel build //...'],
  },
  riders: {
    make: [
      'BASH_ENV=/tmp/x make',
      'make -f /tmp/x',
      'make -C /tmp',
      'make SHELL=/tmp/x',
      "make CC='sh -c id'",
      "make --eval 'x:;id'",
      'make -E x',
      "make X='$(shell id)'",
      'make -n --eval=x',
    ],
    mvn: ['mvn exec:java', 'mvn -Dx=y test'],
    gradle: ['gradle -I /tmp/x test', 'gradle --init-script /tmp/x test'],
    cmake: ['cmake -P x', 'cmake -E rm x'],
  },
})
