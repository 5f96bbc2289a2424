// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.List;

import io.distlock.LockMode;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.redis.internal.transport.RedisKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long the record of a free lock is kept: as long as the lock was in use, at least
 * ten minutes, and at most the retention.
 */
class RetentionTests {

	private static final Duration LEASE = Duration.ofMinutes(30);

	private static final long TEN_MINUTES = Duration.ofMinutes(10).toMillis();

	private static final long HOUR = Duration.ofHours(1).toMillis();

	private static final long DAY = Duration.ofDays(1).toMillis();

	private final ScriptConsole server = new ScriptConsole(true);

	private final LockScripts scripts = new LockScripts(Duration.ofDays(1), true);

	@AfterEach
	void disconnect() {
		this.server.close();
	}

	private int owners;

	private LockKey key(LockMode mode) {
		return this.server.key.in(mode);
	}

	private long acquire(LockMode mode) {
		LockClaim claim = LockClaim.of(key(mode), LEASE, 1, "the node");
		List<Object> granted = this.server
			.run(this.scripts.acquire(new RedisKeys(key(mode)), claim, new LockOwner("owner-" + ++this.owners)));
		return LockScriptTests.granted(granted);
	}

	private void release(LockMode mode, long token) {
		this.server.run(this.scripts.release(key(mode), new LockOwner("owner-" + this.owners), token));
	}

	private long timeToLive(LockMode mode) {
		return (long) this.server.send("PTTL", new RedisKeys(key(mode)).lock());
	}

	/**
	 * Move the beginning of the row of releases by an hour into the past.
	 */
	private void useForAnHour(LockMode mode) {
		String key = new RedisKeys(key(mode)).lock();
		String record = this.server.send("GET", key).toString();
		long since = Long.parseLong(record.substring(17, 33)) - 1000 * HOUR;
		this.server.send("SET", key, record.substring(0, 17) + LockScripts.token(since) + record.substring(33),
				"KEEPTTL");
	}

	@ParameterizedTest
	@EnumSource(names = { "EXCLUSIVE", "SHARED" })
	void keyThatIsUsedOnceIsKeptForTenMinutes(LockMode mode) {
		release(mode, acquire(mode));
		assertThat(timeToLive(mode)).isPositive().isLessThanOrEqualTo(TEN_MINUTES);
	}

	@ParameterizedTest
	@EnumSource(names = { "EXCLUSIVE", "SHARED" })
	void keyThatWasInUseForLongerIsKeptForTheRetention(LockMode mode) {
		release(mode, acquire(mode));
		useForAnHour(mode);
		release(mode, acquire(mode));
		assertThat(timeToLive(mode)).isGreaterThan(DAY - HOUR);
	}

	@Test
	void keyOfAnAttemptThatWasWithdrawnIsKeptForTenMinutes() {
		release(LockMode.EXCLUSIVE, 0);
		assertThat(timeToLive(LockMode.EXCLUSIVE)).isPositive().isLessThanOrEqualTo(TEN_MINUTES);
	}

	@Test
	void keyWhoseReleaseIsForcedIsKeptForTenMinutes() {
		acquire(LockMode.EXCLUSIVE);
		assertThat(timeToLive(LockMode.EXCLUSIVE)).isGreaterThan(DAY);
		this.server.run(this.scripts.forceRelease(this.server.key));
		assertThat(timeToLive(LockMode.EXCLUSIVE)).isPositive().isLessThanOrEqualTo(TEN_MINUTES);
	}

	/**
	 * A clock that was ahead while the lock was in use lets the tokens run ahead, so the
	 * key is kept for the retention.
	 */
	@Test
	void keyWhoseTokensRunAheadOfTheClockIsKeptForTheRetention() {
		release(LockMode.EXCLUSIVE, acquire(LockMode.EXCLUSIVE));
		String key = this.server.keys.lock();
		String record = this.server.send("GET", key).toString();
		long ahead = Long.parseLong(record.substring(0, 16)) + 1000 * HOUR;
		this.server.send("SET", key, LockScripts.token(ahead) + record.substring(16), "KEEPTTL");
		long token = acquire(LockMode.EXCLUSIVE);
		assertThat(token).isGreaterThan(ahead);
		release(LockMode.EXCLUSIVE, token);
		assertThat(timeToLive(LockMode.EXCLUSIVE)).isGreaterThan(DAY - HOUR);
	}

	@Test
	void retentionThatIsSetShorterHolds() {
		LockScripts shorter = new LockScripts(Duration.ofMinutes(1), true);
		LockClaim claim = LockClaim.of(this.server.key, LEASE, 1, "the node");
		long token = LockScriptTests
			.granted(this.server.run(shorter.acquire(this.server.keys, claim, new LockOwner("owner"))));
		this.server.run(shorter.release(this.server.key, new LockOwner("owner"), token));
		assertThat(timeToLive(LockMode.EXCLUSIVE)).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(1).toMillis());
	}

}
