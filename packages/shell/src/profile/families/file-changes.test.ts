import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('file-changes', {
  granted: {
    cp: ['cp a b', 'cp -r src/ dist/'],
    mv: ['mv a.ts b.ts'],
    mkdir: ['mkdir -p dist/a'],
    touch: ['touch a'],
    rm: ['rm -f dist/a.js', 'rm a b c'],
    'rm -r': ['rm -r build'],
    ln: ['ln -s a b'],
    chmod: ['chmod +x build.sh', 'chmod 644 a'],
    tee: ['tee out.log'],
  },
  riders: {
    cp: [
      'cp a ~/.bashrc',
      'cp ~/.ssh/id_rsa .',
      'cp a .git/hooks/pre-commit',
      'cp a /usr/local/bin/git',
      'cp -t /root a',
      'cp --target-directory=/root a',
    ],
    mv: ['mv a /tmp/x', 'mv a .git/hooks/x'],
    ln: ['ln -s /etc x', 'ln -sf /tmp/evil node_modules'],
    rm: ['rm -r x', 'rm ../x', 'rm /etc/passwd', 'rm *', 'rm .git/index'],
    mkdir: ['mkdir /root/x'],
    touch: ['touch ~/.bashrc'],
    chmod: ['chmod u+s /bin/bash', 'chmod 4755 x', 'chmod -R 777 .'],
    tee: ['tee ~/.bashrc', 'tee .git/hooks/x'],
    dd: ['dd if=/etc/shadow of=x', 'dd of=.git/config'],
    split: ['split --filter=id x'],
    install: ['install -m 4755 a b', 'install a /usr/bin/b'],
    kill: ['kill -9 -1'],
  },
})
