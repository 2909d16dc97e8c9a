import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('file-tools', {
  reads: [
    "find . -type f -name '*.ts'",
    'find src -name "*.test.ts" -not -path \'*/node_modules/*\'',
    "find . -name node_modules -prune -o -name '*.js' -print",
    'find . -maxdepth 2 -type d',
    'find . -size +1M',
    'file image.png',
    'tree -L 2',
    'tree src',
    'lsof -i :3000',
    'find . -newer a',
    "find . -regex '.*rm.*'",
    'find . \\( -name a -o -name b \\) -print',
  ],
  granted: {
    'find . -name *.tmp -delete': ["find . -name '*.tmp' -delete"],
    rsync: ['rsync -av src/ dst/'],
  },
  riders: {
    find: [
      'find . -delete',
      'find . -fprint /root/x',
      "find . -fprintf x '%p'",
      'find . -fls x',
      'find / -name id_rsa',
      'find . -files0-from x',
    ],
    rsync: ['rsync -e id a b', 'rsync a host:x', 'rsync --delete a b'],
  },
})
