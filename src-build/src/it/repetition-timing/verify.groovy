// Passed, and told as what it is
assert new File(basedir, 'build.log').text.contains('Flakes: 1')
