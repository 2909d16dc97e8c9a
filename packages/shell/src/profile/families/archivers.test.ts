import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('archivers', {
  reads: ['tar tf a.tar', 'tar -tzf a.tgz', 'tar --list -f a.tar', 'unzip -l a.zip', 'gzip -l a.gz', 'zipinfo a.zip'],
  granted: {
    tar: ['tar czf out.tgz src'],
    'tar xzf': ['tar xzf x.tgz -C out'],
    'tar -xf': ['tar -xf a.tar -C out'],
    zip: ['zip -r out.zip src'],
    'unzip a.zip': ['unzip a.zip', 'unzip a.zip -d out'],
    'unzip -q a.zip': ['unzip -q a.zip -d out'],
    gzip: ['gzip a.txt'],
    gunzip: ['gunzip x.gz'],
  },
  riders: {
    tar: [
      'tar xf a.tar --to-command=id',
      'tar cf a.tar --checkpoint=1 --checkpoint-action=exec=id x',
      'tar cf a.tar -I id x',
      'tar cf - --use-compress-program=id x',
      'tar xf a.tar -C /',
      'tar xPf a.tar',
      'tar cf /tmp/x.tar ~/.ssh',
      'tar cf a.tar *',
      'tar cf host:a.tar x',
      'tar cf a.tar --rsh-command=id x',
      'tar xf x -C /root',
      'tar --checkpoint=1 --checkpoint-action=exec=id -cf x y',
      'tar -F id -cf x y',
      'tar xf x --one-top-level=/root/y',
    ],
    zip: ["zip x.zip a -T -TT 'id'", 'zip -r x.zip ~/.ssh'],
    unzip: ['unzip a.zip', 'unzip a.zip -d out', 'unzip a.zip -d /root', 'unzip -: x.zip'],
    cpio: ['cpio -o --rsh-command=id'],
  },
})
