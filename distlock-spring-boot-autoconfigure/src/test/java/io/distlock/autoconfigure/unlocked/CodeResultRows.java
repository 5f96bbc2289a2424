// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.distlock.annotation.DistributedLock;

/**
 * Results that are code, which the caller would run without the lock.
 */
final class CodeResultRows extends Rows {

	private CodeResultRows() {
	}

	@SuppressWarnings("unchecked")
	static List<Row> rows() {
		return List.of(returning("Runnable", new Returning<Runnable>() {
		}), returning("Function", new Returning<Function<String, Integer>>() {
		}), returning("Consumer", new Returning<Consumer<String>>() {
		}), returning("Predicate", new Returning<Predicate<String>>() {
		}), returning("LongSupplier", new Returning<LongSupplier>() {
		}), returning("BinaryOperator", new Returning<BinaryOperator<Integer>>() {
		}), returning("interface of the application that is a Runnable", new Returning<Step>() {
		}), returning("Enumeration", new Returning<Enumeration<Integer>>() {
		}), returning("Thread", new Returning<Thread>() {
		}), returning("Optional of a Supplier, declared", new Returning<Optional<Supplier<Integer>>>() {
		}), returning("list of Callables", new Returning<List<Callable<Integer>>>() {
		}), returning("list of anything that is a Callable", new Returning<List<? extends Callable<Integer>>>() {
		}), returning("map of Runnables", new Returning<Map<String, Runnable>>() {
		}), returning("map of lists of Functions", new Returning<Map<String, List<Function<String, Integer>>>>() {
		}), returning("array of Runnables", new Returning<Runnable[]>() {
		}), refused("CompletableFuture of a Runnable", FutureCode.class),
				fails("Object that is a Runnable", Code.class, (bean) -> ((Runnable) bean.runnable()).run()),
				fails("Object that is a Function", Code.class,
						(bean) -> ((Function<Integer, Integer>) bean.function()).apply(1)),
				fails("Object that is a Thread", Code.class, (bean) -> ((Thread) bean.thread()).start()),
				fails("Object that is a lazy Iterable", Code.class,
						(bean) -> ((Iterable<?>) bean.hiddenIterable()).iterator().next()),
				fails("lazy Iterable", Code.class, (bean) -> bean.iterable().iterator().next()),
				locked("value that happens to be a Runnable", Values.class, Values::runnable),
				locked("value that happens to be an Iterable", Values.class, Values::path),
				locked("class of a Supplier", Values.class, Values::type),
				locked("Comparator", Values.class, Values::comparator));
	}

	private static Row returning(String name, Returning<?> bean) {
		return refused(name + " by its type", (context) -> context.registerBean("it", Returning.class, () -> bean));
	}

	/**
	 * A method that returns what a class says that extends this one.
	 */
	abstract static class Returning<T> {

		@DistributedLock("returning")
		public T work() {
			throw new IllegalStateException();
		}

	}

	@FunctionalInterface
	interface Step extends Runnable {

	}

	static class FutureCode {

		@DistributedLock("code")
		CompletableFuture<Runnable> work() {
			return CompletableFuture.completedFuture(Probe::look);
		}

	}

	static class Code {

		@DistributedLock("code")
		Object runnable() {
			return (Runnable) Probe::look;
		}

		@DistributedLock("code")
		Object function() {
			return (Function<Integer, Integer>) (number) -> Probe.look();
		}

		@DistributedLock("code")
		Object thread() {
			return new Thread(Probe::look);
		}

		@DistributedLock("code")
		Object hiddenIterable() {
			return (Iterable<Integer>) () -> List.of(Probe.look()).iterator();
		}

		@DistributedLock("code")
		Iterable<Integer> iterable() {
			return new Iterable<>() {

				@Override
				public Iterator<Integer> iterator() {
					return List.of(Probe.look()).iterator();
				}

			};
		}

	}

	static class Values {

		@DistributedLock("value")
		Value runnable() {
			Probe.look();
			return new Value();
		}

		@DistributedLock("value")
		Path path() {
			Probe.look();
			return Path.of("value");
		}

		@DistributedLock("value")
		Class<? extends Supplier<?>> type() {
			Probe.look();
			return Lazy.class;
		}

		@DistributedLock("value")
		Comparator<String> comparator() {
			Probe.look();
			return Comparator.naturalOrder();
		}

	}

	static class Value implements Runnable {

		@Override
		public void run() {
		}

	}

	abstract static class Lazy implements Supplier<String> {

	}

}
