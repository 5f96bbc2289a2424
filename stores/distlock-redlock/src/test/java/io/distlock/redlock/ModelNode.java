// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.distlock.redlock.ModelMaster.Answer;
import io.distlock.redlock.ModelMaster.Said;

/**
 * One node that asks for the lock, uses it, renews it, and releases it or lets another of
 * its own waiters have it, again and again.
 */
final class ModelNode {

	static final long LEASE = 1000 * ModelTime.MILLI;

	static final int TOKENS = 8;

	private static final long TIMEOUT = 100 * ModelTime.MILLI;

	private static final long MARK = 1000 * ModelTime.MILLI;

	private static final long DRIFT = LEASE / 100 + 2 * ModelTime.MILLI;

	private static final long LEAST = LEASE / 10;

	private final Map<Integer, Long> offsets = new HashMap<>();

	private final RedlockModel model;

	private final ModelTime time;

	private final ModelNetwork network;

	private final ModelClock clock;

	private final RandomGenerator random;

	private final ModelBug bug;

	private final String name;

	private final int majority;

	private final List<Integer> all;

	private int attempts;

	private String owner = "";

	private boolean waiting;

	private boolean trusting;

	private long deadline;

	private long used;

	private long last;

	private boolean stopped;

	ModelNode(RedlockModel model, ModelNetwork network, ModelClock clock, RandomGenerator random, ModelBug bug,
			String name) {
		this.model = model;
		this.time = clock.time();
		this.network = network;
		this.clock = clock;
		this.random = random;
		this.bug = bug;
		this.name = name;
		this.all = IntStream.range(0, network.size()).boxed().toList();
		this.majority = network.size() / 2 + ((bug != ModelBug.MINORITY_GRANTS) ? 1 : 0);
	}

	/**
	 * Return whether the node acts as if it had the lock.
	 */
	boolean trusts() {
		return this.trusting && this.clock.now() < this.deadline;
	}

	/**
	 * Begin nothing new.
	 */
	void stop() {
		this.stopped = true;
	}

	/**
	 * Ask for the lock until the node is stopped, or has it.
	 */
	void attempt() {
		if (this.stopped) {
			return;
		}
		String who = this.name + ++this.attempts;
		if (this.random.nextInt(5) == 0) {
			// As after a restart of the node: it knows no clock.
			this.offsets.clear();
		}
		long sentAt = this.clock.now();
		long mark = this.waiting ? MARK : 0;
		long proposed = proposed();
		this.waiting = true;
		ask(this.all, (master) -> master.acquire(who, LEASE, TOKENS, proposed, mark),
				(ballot) -> ballot.isDecided(this.majority, Said.YES), (ballot) -> attempted(who, sentAt, ballot));
	}

	private void attempted(String who, long sentAt, ModelBallot ballot) {
		observe(ballot);
		Map<Integer, Long> granting = ballot.proposals(Said.YES);
		if (granting.size() < this.majority) {
			fail(who);
			return;
		}
		agree(who, granting, (token) -> {
			if (isUseful(sentAt)) {
				begin(who, sentAt, token - TOKENS, token);
			}
			else {
				fail(who);
			}
		}, () -> fail(who));
	}

	private void fail(String who) {
		release(who, 0, 1);
		this.time.in(this.random.nextLong(60 * ModelTime.MILLI), this::attempt);
	}

	/**
	 * The greatest of the proposals, once a majority has it.
	 */
	private void agree(String who, Map<Integer, Long> granting, LongConsumer agreed, Runnable failed) {
		long most = granting.values().stream().mapToLong(Long::longValue).max().orElseThrow();
		long same = granting.values().stream().filter((token) -> token == most).count();
		if (this.bug == ModelBug.TOKEN_OF_ONE_MASTER) {
			agreed.accept(granting.values().iterator().next());
		}
		else if (same >= this.majority || this.bug == ModelBug.TOKEN_NOT_WRITTEN_BACK) {
			agreed.accept(most);
		}
		else {
			ask(granting.keySet(), (master) -> master.confirm(who, most),
					(ballot) -> ballot.isDecided(this.majority, Said.YES), (ballot) -> {
						if (ballot.count(Said.YES) >= this.majority) {
							agreed.accept(most);
						}
						else {
							failed.run();
						}
					});
		}
	}

	private boolean isUseful(long sentAt) {
		return LEASE - DRIFT - (this.clock.now() - sentAt) >= LEAST;
	}

	private void begin(String who, long sentAt, long used, long token) {
		this.owner = who;
		this.waiting = false;
		this.used = used;
		this.last = token;
		trust(sentAt);
		use();
		if (this.random.nextInt(3) > 0) {
			this.time.in(LEASE / 3, () -> renew(who, token));
		}
		long longest = this.random.nextBoolean() ? 2 * LEASE : LEASE / 20;
		this.time.in(this.random.nextLong(longest), () -> end(who, token));
	}

	private void trust(long sentAt) {
		long from = (this.bug == ModelBug.VALID_FROM_THE_ANSWER) ? this.clock.now() : sentAt;
		this.deadline = Math.max(this.trusting ? this.deadline : Long.MIN_VALUE, from + LEASE - DRIFT);
		this.trusting = true;
		this.model.trusted(this);
	}

	/**
	 * Let one more waiter of the node have the lock.
	 */
	private void use() {
		if (trusts() && this.used < this.last) {
			this.model.used(++this.used);
		}
	}

	private boolean isCurrent(String who, long token) {
		return this.trusting && this.owner.equals(who) && this.last == token;
	}

	private void renew(String who, long token) {
		if (!isCurrent(who, token)) {
			return;
		}
		long sentAt = this.clock.now();
		int enough = (this.bug == ModelBug.RENEWED_BY_MINORITY) ? 1 : this.majority;
		ask(this.all, (master) -> master.renew(who, LEASE), (ballot) -> ballot.isDecided(enough, Said.YES),
				(ballot) -> renewed(who, token, sentAt, enough, ballot));
		this.time.in(LEASE / 3, () -> renew(who, token));
	}

	private void renewed(String who, long token, long sentAt, int enough, ModelBallot ballot) {
		if (!isCurrent(who, token)) {
			return;
		}
		if (!trusts()) {
			this.trusting = false;
			fail(who);
		}
		else if (ballot.count(Said.YES) >= enough) {
			trust(sentAt);
			use();
			ballot.proposals(Said.NO)
				.keySet()
				.forEach((number) -> this.network.send(number, (master) -> master.join(who, LEASE, token), (answer) -> {
				}));
		}
		else if (ballot.count(Said.NO) > this.all.size() - this.majority) {
			this.trusting = false;
			fail(who);
		}
	}

	private void end(String who, long token) {
		if (!isCurrent(who, token)) {
			return;
		}
		boolean held = trusts();
		use();
		this.trusting = false;
		if (!held) {
			fail(who);
		}
		else if (this.stopped || this.random.nextInt(3) == 0) {
			release(who, this.used, 5);
			this.time.in(this.random.nextLong(LEASE), this::attempt);
		}
		else {
			handOver(who, token, this.used);
		}
	}

	private void handOver(String who, long token, long used) {
		Function<ModelMaster, Answer> request = yielding(who, token, used);
		long sentAt = this.clock.now();
		askToYield(request, (ballot) -> {
			observe(ballot);
			if (isRenewed(ballot)) {
				agree(who, ballot.proposals(Said.YES, Said.RENEWED_BEFORE), (next) -> {
					if (isUseful(sentAt)) {
						begin(who, sentAt, Math.max(used, next - TOKENS), next);
						this.model.renewed(() -> yieldAgain(who, next, request));
					}
					else {
						fail(who);
					}
				}, () -> fail(who));
			}
			else {
				release(who, used, 5);
				this.time.in(this.random.nextLong(LEASE), this::attempt);
			}
		});
	}

	private Function<ModelMaster, Answer> yielding(String who, long token, long used) {
		long proposed = proposed();
		return (master) -> master.yield(who, LEASE, TOKENS, proposed, used, token);
	}

	private void askToYield(Function<ModelMaster, Answer> request, Consumer<ModelBallot> decided) {
		ask(this.all, request, this::isYieldDecided, decided);
	}

	/**
	 * One that knows of a waiter decides, unless a majority has renewed the lock before:
	 * whether one has is waited for.
	 */
	private boolean isYieldDecided(ModelBallot ballot) {
		return ballot.isDecided(this.majority, Said.YES, Said.RENEWED_BEFORE)
				&& (ballot.count(Said.AWAITED) == 0 || ballot.isDecided(this.majority, Said.RENEWED_BEFORE));
	}

	private boolean isRenewed(ModelBallot ballot) {
		return ballot.count(Said.YES, Said.RENEWED_BEFORE) >= this.majority && (ballot.count(Said.AWAITED) == 0
				|| this.bug != ModelBug.ONE_YIELDED_DECIDES && ballot.count(Said.RENEWED_BEFORE) >= this.majority);
	}

	/**
	 * The request comes again as a whole, after its answer was told.
	 */
	private void yieldAgain(String who, long token, Function<ModelMaster, Answer> request) {
		askToYield(request, (ballot) -> {
			if (isCurrent(who, token) && trusts() && !isRenewed(ballot)) {
				this.model.broken("a repeated yield takes a lock that was renewed: " + ballot.answers());
			}
		});
	}

	private void release(String who, long used, int times) {
		ask(this.all, (master) -> master.release(who, used), (ballot) -> false, (ballot) -> {
			if (ballot.outstanding() > 0 && times > 1) {
				this.time.in(TIMEOUT, () -> release(who, used, times - 1));
			}
		});
	}

	private void ask(Iterable<Integer> masters, Function<ModelMaster, Answer> request, Predicate<ModelBallot> enough,
			Consumer<ModelBallot> decided) {
		ModelBallot.ask(this.time, this.network, masters, TIMEOUT, request, enough, decided);
	}

	private void observe(ModelBallot ballot) {
		ballot.answers().forEach((master, answer) -> this.offsets.put(master, answer.clock() - this.clock.now()));
	}

	/**
	 * What the clocks of the masters show: the median.
	 */
	private long proposed() {
		long[] known = this.offsets.values().stream().mapToLong(Long::longValue).sorted().toArray();
		return (known.length == 0) ? 0 : known[known.length / 2] + this.clock.now();
	}

}
