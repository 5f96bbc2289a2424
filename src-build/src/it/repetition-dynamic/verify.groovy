// The test was the cause, and was not run again
def log = new File(basedir, 'build.log').text
assert log.contains('There are test failures')
assert log.contains('FailsOnceTests.passesWhenRepeated')
assert log.contains('only tests tagged as \'timing\' are repeated')
assert !log.contains('Flakes: ')
