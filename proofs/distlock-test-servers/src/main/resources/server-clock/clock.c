/* SPDX-License-Identifier: Apache-2.0 */
/* Loaded before the C library: adds the seconds in $DISTLOCK_TEST_CLOCK to the wall clock. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *ahead;

static int64_t seconds(void)
{
	if (ahead == NULL) {
		const char *file = getenv("DISTLOCK_TEST_CLOCK");
		int descriptor = (file != NULL) ? open(file, O_RDONLY) : -1;
		if (descriptor < 0) {
			return 0;
		}
		void *mapped = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, descriptor, 0);
		close(descriptor);
		if (mapped == MAP_FAILED) {
			return 0;
		}
		ahead = mapped;
	}
	return *ahead;
}

int clock_gettime(clockid_t clock, struct timespec *result)
{
	int failure = (int) syscall(SYS_clock_gettime, clock, result);
	if (failure == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
		result->tv_sec += seconds();
	}
	return failure;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone)
{
	struct timespec now;
	(void) zone;
	clock_gettime(CLOCK_REALTIME, &now);
	result->tv_sec = now.tv_sec;
	result->tv_usec = now.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *result)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	if (result != NULL) {
		*result = now.tv_sec;
	}
	return now.tv_sec;
}
