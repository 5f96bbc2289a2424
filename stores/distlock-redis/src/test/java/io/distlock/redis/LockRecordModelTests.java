// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random requests in random order, late, repeated and from owners that are gone, in the
 * model and on a real server: both answer the same, tokens rise, and no owner is told
 * that it has released what it had lost.
 */
@Tag("safety")
class LockRecordModelTests {

	private static final int STEPS = 60;

	@Test
	void scriptsAgreeWithTheModel() {
		for (int seed = 0; seed < 200 * Integer.getInteger("distlock.test.scale", 1); seed++) {
			try (ScriptConsole lock = new ScriptConsole(false)) {
				new Run(lock, new Random(seed), "seed " + seed).steps();
			}
		}
	}

	private static final class Run {

		private final LockRecordModel model = new LockRecordModel();

		private final Map<String, Long> tokens = new HashMap<>();

		private final List<String> owners = new ArrayList<>();

		private final List<String> done = new ArrayList<>();

		private final ScriptConsole lock;

		private final Random random;

		private final String name;

		private long greatest;

		Run(ScriptConsole lock, Random random, String name) {
			this.lock = lock;
			this.random = random;
			this.name = name;
		}

		void steps() {
			for (int step = 0; step < STEPS; step++) {
				switch (this.random.nextInt(16)) {
					case 0, 1, 2 -> acquire(owner(true), null);
					case 3, 4, 5 -> acquire(owner(true), node());
					case 6, 7, 8 -> release(owner(false));
					case 9, 10 -> yieldOrRenew(owner(false));
					case 11 -> renew(owner(false));
					case 12 -> pass();
					case 13 -> runOut();
					case 14 -> force();
					default -> forgetSometimes();
				}
			}
		}

		private void acquire(String owner, String node) {
			long expected = this.model.attempt(owner);
			List<Object> reply = (node == null) ? this.lock.acquire(owner, 5) : this.lock.await(owner, node, 0);
			long token = (long) reply.get(0);
			check("acquire as " + owner + " at " + node, (token > 2) ? LockRecordModel.GRANTED : token, expected);
			if (expected == LockRecordModel.GRANTED) {
				if (!this.model.isHeldBy(owner)) {
					assertRises(token, (node == null) ? 5 : 1);
				}
				this.model.granted(owner, token, node);
				this.tokens.put(owner, token);
			}
			else if (expected == LockRecordModel.BUSY && node != null) {
				this.model.waits(node.equals("-") ? null : node, (reply.size() > 2) ? (long) reply.get(2) : 0);
			}
		}

		private void release(String owner) {
			Long token = this.tokens.get(owner);
			boolean told = token != null && this.random.nextInt(4) > 0;
			long used = told ? token : 0;
			boolean held = this.model.isHeldBy(owner);
			Boolean expected = held ? Boolean.TRUE : this.model.wasReleased(owner, told);
			long reply = (long) this.lock.release(owner, used).get(0);
			if (expected != null) {
				check("release as " + owner + " of " + used, reply > 0, expected);
			}
			if (held) {
				this.greatest = Math.max(this.greatest, this.model.last());
				checkWoken(reply, this.model.free(owner, this.model.last()));
			}
			else if (reply == 0) {
				this.model.withdrawn(owner);
			}
		}

		private void yieldOrRenew(String owner) {
			Long token = this.tokens.get(owner);
			if (token == null) {
				return;
			}
			boolean held = this.model.isHeldBy(owner);
			boolean yields = held && this.model.isMarked();
			Boolean released = held ? Boolean.FALSE : this.model.wasReleased(owner, true);
			List<Object> reply = this.lock.yieldOrRenew(owner, token, token, 5);
			if (held) {
				check("yield as " + owner, reply.get(0), yields ? 2L : 1L);
			}
			else if (released != null) {
				check("yield as " + owner, reply.get(0), released ? 2L : 0L);
			}
			if (yields) {
				String woken = this.model.free(owner, token);
				check("woken by a yield", (long) reply.get(1) > 0, woken != null);
			}
			else if (held) {
				assertRises((long) reply.get(1), 5);
				this.model.renewed((long) reply.get(1));
				List<Object> again = this.lock.yieldOrRenew(owner, token, token, 5);
				check("the same yield again", again, reply);
				this.tokens.put(owner, (long) reply.get(1));
			}
		}

		private void renew(String owner) {
			boolean held = this.model.isHeldBy(owner);
			check("renew as " + owner, this.lock.renew(owner, this.tokens.getOrDefault(owner, 7L)).isEmpty(), held);
			if (held) {
				this.model.prolonged();
			}
		}

		private void pass() {
			boolean free = this.model.isKnown() && this.model.holder() == null && this.model.last() != 0;
			long reply = (long) this.lock.pass(this.model.last()).get(0);
			check("woken by passing on", reply > 0, free && this.model.passed() != null);
		}

		private void runOut() {
			if (this.model.holder() != null) {
				this.lock.send("PEXPIRE", this.lock.keys.lock(), Duration.ofMinutes(1).toMillis());
				this.model.ranOut();
			}
		}

		private void force() {
			long expected = (this.model.holder() == null) ? (this.model.isKnown() ? 2 : 0)
					: (this.model.hasRunOut() ? 2 : 1);
			List<Object> reply = this.lock.forceRelease();
			check("forced release", reply.get(0), expected);
			if (this.model.holder() != null) {
				String woken = this.model.forced();
				check("woken by a forced release", (long) reply.get(3) > 0, woken != null);
			}
		}

		private void forgetSometimes() {
			if (this.random.nextInt(3) == 0) {
				this.done.add("forget");
				this.lock.send("DEL", this.lock.keys.lock(), this.lock.keys.queue());
				this.model.forgotten();
			}
		}

		private void checkWoken(long reply, String woken) {
			check("woken by a release", reply > 1, woken != null);
		}

		private void assertRises(long token, int block) {
			assertThat(token - block).as(this.name + " " + this.done).isGreaterThanOrEqualTo(this.greatest);
			this.greatest = token;
		}

		private void check(String request, Object reply, Object expected) {
			this.done.add(request);
			assertThat(reply).as("%s, %s, with the record %s", this.name, this.done, this.lock.record())
				.isEqualTo(expected);
		}

		private String node() {
			return (this.random.nextInt(4) == 0) ? "-" : "cdistlock:node:" + this.random.nextInt(3);
		}

		private String owner(boolean fresh) {
			if (this.owners.isEmpty() || (fresh && this.random.nextInt(5) > 0)) {
				this.owners.add("owner-" + this.owners.size());
				return this.owners.get(this.owners.size() - 1);
			}
			int back = this.random.nextInt(Math.min(4, this.owners.size()));
			return this.owners.get(this.owners.size() - 1 - back);
		}

	}

}
