// The test was the cause, and was not run again
def log = new File(basedir, 'build.log').text
assert log.contains('There are test failures')
assert log.contains('FailsOnceTests.passesWhenRepeated')
assert !log.contains('Flakes: ')
