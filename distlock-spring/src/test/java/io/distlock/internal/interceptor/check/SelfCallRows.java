// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LeaderOnly;
import jakarta.annotation.PostConstruct;

import org.springframework.aop.framework.AopContext;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Calls of locked methods. Those that are to be found have a comment at the end of their
 * line, and all others are not.
 */
@SuppressWarnings("unused")
final class SelfCallRows {

	private SelfCallRows() {
	}

	static class Plain {

		@DistributedLock("count")
		int count(String shelf) {
			return shelf.length();
		}

		@ClusterConcurrencyLimit(name = "reports", permits = 2)
		void report() {
		}

		@LeaderOnly("reports")
		void lead() {
		}

		int total() {
			return count("a") + this.count("b"); // past the proxy
		}

		void reports() {
			report(); // past the proxy
			lead(); // past the proxy
		}

		protected Object chosen(boolean first, List<String> shelves) {
			Object all = null;
			for (String shelf : shelves) {
				try {
					all = count(first ? shelf : shelf + shelf.length()); // past the proxy
				}
				catch (IllegalStateException ex) {
					count(ex.getMessage()); // past the proxy
				}
				finally {
					unlocked(1L, 2.0d);
				}
			}
			return switch (shelves.size()) {
				case 0 -> count("none"); // past the proxy
				case 1 -> unlocked(3L, 4.0d);
				default -> all;
			};
		}

		int unlocked(long wide, double wider) {
			long[] more = { wide, 2 };
			more[0] += (long) wider;
			return (int) (more[0]++ + wide);
		}

		int own() {
			Plain self = this;
			return self.count("self"); // past the proxy
		}

		Supplier<Integer> later() {
			return () -> count("later");
		}

		Supplier<Supplier<Integer>> evenLater() {
			return () -> () -> count("later");
		}

		Optional<Integer> reference(Optional<String> shelf) {
			return shelf.map(this::count);
		}

		int byHelper() {
			return helper() + helper(this);
		}

		private int helper() {
			return count("helper");
		}

		private static int helper(Plain plain) {
			return plain.count("static helper");
		}

		@PostConstruct
		private void init() {
			count("init"); // past the proxy
		}

	}

	static class Others {

		private final Others self;

		private final ObjectProvider<Others> provider;

		private Others fallback;

		Others(Others self, ObjectProvider<Others> provider) {
			this.self = self;
			this.provider = provider;
			this.fallback = self;
		}

		@DistributedLock("count")
		int count() {
			return 1;
		}

		@DistributedLock("names")
		boolean isNamed(Others other) {
			return true;
		}

		int field() {
			return this.self.count() + self().count();
		}

		Others self() {
			return this.self;
		}

		int parameter(Others other) {
			return other.count();
		}

		int fromProvider() {
			return this.provider.getObject().count();
		}

		int proxy() {
			return ((Others) AopContext.currentProxy()).count();
		}

		int subclass(MoreOthers other) {
			Others called = (other != null) ? other : this;
			return called.count();
		}

		int array(MoreOthers[] others) {
			Others called = (others.length > 0) ? others[0] : this;
			return called.count();
		}

		int pattern(Object other) {
			return (other instanceof Others others) ? others.count() : 0;
		}

		int made() {
			return new Others(this, this.provider).count();
		}

		int either(Others other) {
			return ((other != null) ? other : this).count();
		}

		int variable(boolean proxied) {
			Others called = this;
			if (proxied) {
				called = this.self;
			}
			return called.count();
		}

		int loop(List<Others> others) {
			Others called = this;
			int sum = 0;
			for (Others other : others) {
				called = other;
				sum++;
			}
			return sum + called.count();
		}

		boolean argument() {
			return this.self.isNamed(this);
		}

		Supplier<Integer> reference() {
			return this.self::count;
		}

		int helped() {
			return helper(this.self) + inherited(this.self);
		}

		private static int helper(Others others) {
			return others.count();
		}

		static int inherited(Others others) {
			return others.count();
		}

		private int notCalled() {
			return count();
		}

		final int runsOnTheProxy() {
			return count();
		}

		int count(int more) {
			return more;
		}

		int overloaded() {
			return count(1);
		}

	}

	static class MoreOthers extends Others {

		MoreOthers(Others self, ObjectProvider<Others> provider) {
			super(self, provider);
		}

	}

	static class Held {

		private LockTemplate locks;

		private Lock lock;

		@DistributedLock(name = "order", key = "#id")
		void pay(String id) {
		}

		@DistributedLock(name = "order", key = "#id")
		void payAll(String id) {
			pay(id);
			step(id);
			Runnable later = () -> pay(id);
			later.run();
			List.of(id).forEach((each) -> stepOfLambda(each));
			List.of(id).forEach(this::stepOfReference);
		}

		@DistributedLock(name = "order", key = "#id")
		@DistributedLock(name = "customer", key = "#customer")
		void payBoth(String id, String customer) {
			pay(id);
		}

		private void step(String id) {
			pay(id);
		}

		void stepOfLambda(String id) {
			pay(id);
		}

		void stepOfReference(String id) {
			pay(id);
		}

		void byJavaLock(String id) {
			this.lock.lock();
			pay(id);
			this.lock.unlock();
		}

		void byHand(String id) {
			this.locks.executeWithoutResult("order:" + id, (lock) -> pay(id));
		}

		@DistributedLock(name = "customer", key = "#id")
		void other(String id) {
			pay(id); // past the proxy
		}

		@DistributedLock(name = "order", key = "#other")
		void otherKey(String other) {
			pay(other); // past the proxy
		}

		void recursive(int depth) {
			if (depth > 0) {
				recursive(depth - 1);
			}
		}

	}

	@DistributedLock("whole")
	public static class WholeOfOneName {

		public void one() {
		}

		public void two() {
			one();
		}

		void unlocked() {
			one(); // past the proxy
		}

	}

	@DistributedLock
	public static class WholeOfManyNames {

		public void one() {
			hidden();
		}

		public void two() {
			one(); // past the proxy
		}

		void hidden() {
		}

	}

	abstract static class Base {

		@DistributedLock("base")
		void inherited() {
		}

		@DistributedLock("overridden")
		void overridden() {
		}

		protected abstract void template();

		void run() {
			template(); // past the proxy
		}

		void replaced() {
			inherited();
		}

		void extended() {
			inherited();
		}

	}

	static class Derived extends Base {

		@Override
		@DistributedLock("template")
		protected void template() {
			super.toString();
		}

		@Override
		public void overridden() {
			super.overridden();
		}

		@Override
		public void replaced() {
		}

		@Override
		public void extended() {
			super.extended();
		}

		void own() {
			inherited(); // past the proxy
			super.inherited();
		}

		@Override
		public String toString() {
			return "derived";
		}

	}

	interface Counting {

		@DistributedLock("counting")
		int count();

		default int twice() {
			return 2 * count(); // past the proxy
		}

	}

	static class Counter implements Counting, Callable<Integer> {

		@Override
		public int count() {
			return 1;
		}

		@Override
		public Integer call() {
			return ((Counting) this).count();
		}

	}

	interface Handler<T> {

		@DistributedLock("handler")
		void handle(T event);

		void handleAll(T event);

	}

	static class TextHandler implements Handler<String>, Serializable {

		@Override
		public void handle(String event) {
		}

		@Override
		public void handleAll(String event) {
			handle(event); // past the proxy
		}

		void raw(Object event) {
			raw(this, event);
		}

		@SuppressWarnings({ "unchecked", "rawtypes" })
		private static void raw(Handler handler, Object event) {
			handler.handle(event);
		}

	}

	static class Constructed {

		Constructed() {
			this("a");
		}

		Constructed(String name) {
			work(name); // past the proxy
		}

		@DistributedLock("constructed")
		void work(String name) {
		}

	}

	static class Outer {

		@DistributedLock("outer")
		void work() {
		}

		Runnable inner(Outer proxy) {
			return new Runnable() {

				@Override
				public void run() {
					proxy.work();
				}

			};
		}

	}

}
