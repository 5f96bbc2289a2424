// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.distlock.LockMode;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.DistributedLocks;
import io.distlock.annotation.LeaderOnly;
import io.distlock.annotation.OnBusy;
import reactor.core.publisher.Mono;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.AliasFor;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How the annotation is written: several times, on classes, on annotations of the
 * application, and with attributes that cannot work.
 */
final class AnnotationRows extends Rows {

	private AnnotationRows() {
	}

	static List<Row> rows() {
		return List.of(locked("annotation of the application", Forms.class, Forms::composed),
				locked("annotation of the application on one of its own", Forms.class, Forms::composedTwice),
				holdingTwo("two annotations of the application", Forms.class, Forms::twoComposed),
				holdingTwo("annotation of the application beside ours", Forms.class, Forms::composedAndPlain),
				holdingTwo("annotation of the application with two locks", Forms.class, Forms::pair),
				holdingTwo("repeated annotation", Forms.class, Forms::repeated),
				holdingTwo("container of annotations", Forms.class, Forms::contained),
				holdingTwo("one lock in the interface, another in the class", Both.class, Both::work),
				locked("same lock in the interface and in the class", Same.class, Same::work),
				locked("annotated class", OnClass.class, OnClass::work),
				locked("annotated class, other method", OnClass.class, OnClass::other),
				locked("annotated class, method of its parent", OnClass.class, OnClass::ofParent),
				locked("annotated class, method with an annotation of its own", OnClass.class, OnClass::own),
				locked("annotated parent", OfClass.class, OfClass::another),
				locked("annotated interface", OfInterface.class, OfInterface::work),
				locked("annotated interface, by its proxy", (context) -> context.registerBean(OfInterface.class),
						(context) -> context.getBean(OnInterface.class).work())
					.withInterfaceProxies(),
				holdingTwo("annotated class, twice", TwiceOnClass.class, TwiceOnClass::work),
				holdingTwo("annotated class, method with an annotation in the interface", Both.OnClass.class,
						Both.OnClass::work),
				holdingTwo("annotated class, method with an annotation in the parent", Both.Child.class,
						Both.Child::work),
				locked("annotated class, inherited method with an annotation of its own", Both.Heir.class,
						(bean) -> holdingOne(bean::work)),
				locked("annotated interface, method with an annotation of its own", Both.OfWhole.class,
						(bean) -> holdingOne(bean::work)),
				locked("shared lock", Together.class, Together::read),
				locked("limit of calls", Together.class, Together::limited),
				locked("annotated class with a limit of calls", LimitOnClass.class, LimitOnClass::work),
				refused("limit of calls beside a lock", Mixed.LimitAndLock.class),
				refused("shared lock beside an exclusive one", Mixed.SharedAndExclusive.class),
				refused("shared lock that is fenced", Mixed.SharedAndFenced.class),
				refused("limit of calls without a number", Mixed.NoNumber.class),
				refused("limit of calls on a final method", Mixed.FinalLimit.class),
				refused("leader's method that is final", Leading.FinalMethod.class),
				refused("leader's method that is private", Leading.PrivateMethod.class),
				refused("leader's method that is skipped and returns a primitive", Leading.Primitive.class),
				refused("leader's method beside a lock", Leading.WithLock.class),
				refused("leader's method beside a lock of the parent, called like the role", Leading.OfLocked.class),
				refused("annotated class with a public final method", FinalInClass.class),
				refused("annotated class without a public method", NothingPublic.class),
				refused("annotated class with a @Scheduled method that is not public", LeftOut.Timer.class),
				refused("annotated class with a listener that is not public", LeftOut.Listener.class),
				refused("annotated class with a handler of web requests that is not public", LeftOut.Controller.class),
				refused("annotated class with an operation of an endpoint that is not public", LeftOut.Operator.class),
				locked("annotated class with a timer that has an annotation of its own", LeftOut.Own.class,
						LeftOut.Own::own),
				refused("two locks with different wait times", Conflicts.Wait.class),
				refused("two locks with different leases", Conflicts.Lease.class),
				refused("two locks, one skipped, one with a fallback", Conflicts.Busy.class),
				refused("two locks with different providers", Conflicts.Provider.class),
				refused("name with an expression", Wrong.NameWithExpression.class),
				refused("key without #", Wrong.KeyWithoutHash.class),
				refused("key that is no SpEL", Wrong.NoSpel.class),
				refused("key of an unknown parameter", Wrong.UnknownParameter.class),
				refused("condition that is text", Wrong.TextCondition.class),
				refused("duration without a unit", Wrong.NoUnit.class),
				refused("fenced without a database to check in", Wrong.Fenced.class),
				fails("condition that gives no boolean", Forms.class, (bean) -> bean.odd("x")),
				fails("condition that fails", Forms.class, (bean) -> bean.odd(null)),
				fails("key that is null", Forms.class, (bean) -> bean.keyed(null)),
				fails("key that fails", Forms.class, (bean) -> bean.failing("x")),
				fails("key by identity", Forms.class, (bean) -> bean.keyed(new Object())),
				fails("key whose order is another one on each node", Forms.class,
						(bean) -> bean.keyed(new Slot(Set.of("a", "b")))),
				fails("key that has no value yet", Forms.class, (bean) -> bean.keyed(Mono.just(1))),
				locked("key in an order of its own", Forms.class,
						(bean) -> bean.keyed(new Slot(new TreeSet<>(Set.of("a", "b"))))),
				fails("key by identity inside a list of lists", Forms.class,
						(bean) -> bean.keyed(List.of(List.of(new Object())))),
				locked("fallback with a lock of its own", Fallback.class, Fallback::busy),
				refused("private fallback with a lock of its own", PrivateFallback.class),
				refused("private fallback with a transaction of its own", TransactionalFallback.class));
	}

	private static <T> Row holdingTwo(String name, Class<T> bean, Row.BeanCall<T> call) {
		return locked(name, bean, (it) -> {
			call.on(it);
			assertThat(Probe.seen()).containsOnly(2);
		});
	}

	private static void holdingOne(Runnable call) {
		call.run();
		assertThat(Probe.seen()).containsOnly(1);
	}

	@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock
	@interface Exclusive {

		@AliasFor(annotation = DistributedLock.class, attribute = "name")
		String value();

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@Exclusive("nested")
	@interface Nested {

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock("other")
	@interface Other {

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock("left")
	@DistributedLock("right")
	@interface Pair {

	}

	record Slot(Set<String> rooms) {

	}

	static class Forms {

		@Exclusive("composed")
		void composed() {
			Probe.look();
		}

		@Nested
		void composedTwice() {
			Probe.look();
		}

		@Exclusive("first")
		@Other
		void twoComposed() {
			Probe.look();
		}

		@Exclusive("first")
		@DistributedLock("second")
		void composedAndPlain() {
			Probe.look();
		}

		@Pair
		void pair() {
			Probe.look();
		}

		@DistributedLock("a")
		@DistributedLock(name = "b", waitTime = "3s")
		void repeated() {
			Probe.look();
		}

		@DistributedLocks({ @DistributedLock("c"), @DistributedLock("d") })
		void contained() {
			Probe.look();
		}

		@DistributedLock(condition = "#value.length() > 5 ? true : #value")
		void odd(String value) {
			Probe.look();
		}

		@DistributedLock(key = "#value")
		void keyed(Object value) {
			Probe.look();
		}

		@DistributedLock(key = "#value.charAt(7)")
		void failing(String value) {
			Probe.look();
		}

	}

	interface HasLock {

		@DistributedLock("of-interface")
		void work();

	}

	static class Both implements HasLock {

		@Override
		@DistributedLock("of-class")
		public void work() {
			Probe.look();
		}

		@DistributedLock("whole")
		static class OnClass implements HasLock {

			@Override
			public void work() {
				Probe.look();
			}

		}

		@DistributedLock("whole")
		static class Child extends Own {

			@Override
			public void work() {
				Probe.look();
			}

		}

		static class Own {

			@DistributedLock("own")
			public void work() {
				Probe.look();
			}

		}

		@DistributedLock("whole")
		static class Heir extends Own {

		}

		@DistributedLock("whole")
		interface Whole {

			@DistributedLock("own")
			void work();

		}

		static class OfWhole implements Whole {

			@Override
			public void work() {
				Probe.look();
			}

		}

	}

	static class Same implements HasLock {

		@Override
		@DistributedLock(name = "of-interface", waitTime = "1s")
		public void work() {
			Probe.look();
		}

	}

	static class Parent {

		public void ofParent() {
			Probe.look();
		}

	}

	@DistributedLock("class")
	static class OnClass extends Parent {

		public void work() {
			Probe.look();
		}

		public void other() {
			Probe.look();
		}

		@DistributedLock("own")
		public void own() {
			Probe.look();
		}

	}

	static class OfClass extends OnClass {

		public void another() {
			Probe.look();
		}

	}

	@DistributedLock("interface")
	interface OnInterface {

		void work();

	}

	static class OfInterface implements OnInterface {

		@Override
		public void work() {
			Probe.look();
		}

	}

	@DistributedLock("one")
	@DistributedLock("two")
	static class TwiceOnClass {

		public void work() {
			Probe.look();
		}

	}

	@DistributedLock("class")
	static class NothingPublic {

		void work() {
			Probe.look();
		}

	}

	/**
	 * Annotated classes with methods that the container calls, and that are not public.
	 */
	private static final class LeftOut {

		@DistributedLock("class")
		static class Timer {

			public void work() {
				Probe.look();
			}

			@Scheduled(fixedDelay = 60_000)
			void clean() {
				Probe.look();
			}

		}

		@DistributedLock("class")
		static class Listener {

			public void work() {
				Probe.look();
			}

			@EventListener
			void on(ContextRefreshedEvent event) {
				Probe.look();
			}

		}

		@DistributedLock("class")
		static class Controller {

			public void work() {
				Probe.look();
			}

			@PostMapping("/orders")
			void order() {
				Probe.look();
			}

		}

		@DistributedLock("class")
		@Endpoint(id = "orders")
		static class Operator {

			public void work() {
				Probe.look();
			}

			@WriteOperation
			void order() {
				Probe.look();
			}

		}

		@DistributedLock("class")
		static class Own {

			public void work() {
				Probe.look();
			}

			@Scheduled(fixedDelay = 60_000)
			@DistributedLock("own")
			void own() {
				Probe.look();
			}

		}

	}

	@DistributedLock("class")
	static class FinalInClass {

		public final void work() {
			Probe.look();
		}

	}

	static class Together {

		@DistributedLock(name = "prices", mode = LockMode.SHARED)
		void read() {
			Probe.look();
		}

		@ClusterConcurrencyLimit(name = "reports", permits = 2)
		void limited() {
			Probe.look();
		}

	}

	@ClusterConcurrencyLimit(permits = 1)
	static class LimitOnClass {

		public void work() {
			Probe.look();
		}

	}

	static final class Leading {

		private Leading() {
		}

		static class FinalMethod {

			@LeaderOnly("role")
			final void work() {
				Probe.look();
			}

		}

		static class PrivateMethod {

			@LeaderOnly("role")
			private void work() {
				Probe.look();
			}

		}

		static class Primitive {

			@LeaderOnly("role")
			int work() {
				Probe.look();
				return 1;
			}

		}

		static class Locked {

			@DistributedLock("role")
			void work() {
				Probe.look();
			}

		}

		static class OfLocked extends Locked {

			@LeaderOnly("role")
			@Override
			void work() {
				Probe.look();
			}

		}

		static class WithLock {

			@LeaderOnly("role")
			@DistributedLock("lock")
			void work() {
				Probe.look();
			}

		}

	}

	static final class Mixed {

		private Mixed() {
		}

		static class LimitAndLock {

			@DistributedLock("lock")
			@ClusterConcurrencyLimit(name = "limit", permits = 2)
			void work() {
				Probe.look();
			}

		}

		static class SharedAndExclusive {

			@DistributedLock("a")
			@DistributedLock(name = "b", mode = LockMode.SHARED)
			void work() {
				Probe.look();
			}

		}

		static class SharedAndFenced {

			@DistributedLock(mode = LockMode.SHARED, fenced = true)
			void work() {
				Probe.look();
			}

		}

		static class NoNumber {

			@ClusterConcurrencyLimit
			void work() {
				Probe.look();
			}

		}

		static class FinalLimit {

			@ClusterConcurrencyLimit(permits = 2)
			final void work() {
				Probe.look();
			}

		}

	}

	static final class Conflicts {

		private Conflicts() {
		}

		static class Wait {

			@DistributedLock(name = "a", waitTime = "1s")
			@DistributedLock(name = "b", waitTime = "2s")
			void work() {
				Probe.look();
			}

		}

		static class Lease {

			@DistributedLock(name = "a", leaseTime = "1m")
			@DistributedLock(name = "b", leaseTime = "2m")
			void work() {
				Probe.look();
			}

		}

		static class Busy {

			@DistributedLock(name = "a", onBusy = OnBusy.SKIP)
			@DistributedLock(name = "b", fallbackMethod = "other")
			void work() {
				Probe.look();
			}

			void other() {
			}

		}

		static class Provider {

			@DistributedLock(name = "a", provider = "distlockProvider")
			@DistributedLock(name = "b", provider = "second")
			void work() {
				Probe.look();
			}

		}

	}

	static final class Wrong {

		private Wrong() {
		}

		static class NameWithExpression {

			@DistributedLock("order-#id")
			void work(String id) {
				Probe.look();
			}

		}

		static class KeyWithoutHash {

			@DistributedLock(key = "id")
			void work(String id) {
				Probe.look();
			}

		}

		static class NoSpel {

			@DistributedLock(key = "#id +")
			void work(String id) {
				Probe.look();
			}

		}

		static class UnknownParameter {

			@DistributedLock(key = "#order")
			void work(String id) {
				Probe.look();
			}

		}

		static class TextCondition {

			@DistributedLock(condition = "'yes'")
			void work() {
				Probe.look();
			}

		}

		static class NoUnit {

			@DistributedLock(waitTime = "5")
			void work() {
				Probe.look();
			}

		}

		static class Fenced {

			@DistributedLock(fenced = true)
			void work() {
				Probe.look();
			}

		}

	}

	static class Fallback {

		private boolean entered;

		/**
		 * Holds the lock, and calls itself from another thread, which finds it busy.
		 */
		static void busy(Fallback bean) throws Exception {
			bean.hold(() -> bean.work());
		}

		@DistributedLock("busy")
		void hold(Runnable meanwhile) throws InterruptedException {
			Thread other = new Thread(meanwhile);
			other.start();
			other.join();
			assertThat(this.entered).isTrue();
		}

		@DistributedLock(name = "busy", waitTime = "0", fallbackMethod = "instead")
		void work() {
			throw new AssertionError("The lock was free");
		}

		@DistributedLock("instead")
		void instead() {
			this.entered = Probe.look() == 2;
		}

	}

	static class PrivateFallback {

		@DistributedLock(fallbackMethod = "instead")
		void work() {
			Probe.look();
		}

		@DistributedLock
		private void instead() {
			Probe.look();
		}

	}

	static class TransactionalFallback {

		@DistributedLock(fallbackMethod = "instead")
		void work() {
			Probe.look();
		}

		@Transactional
		private void instead() {
			Probe.look();
		}

	}

}
