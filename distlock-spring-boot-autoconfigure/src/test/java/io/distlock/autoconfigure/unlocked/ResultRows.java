// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LockLifetime;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * What the method returns, and when its work is done.
 */
final class ResultRows extends Rows {

	private ResultRows() {
	}

	static List<Row> rows() {
		return List.of(locked("value", Results.class, Results::value), locked("list", Results.class, Results::list),
				locked("iterable that is a list", Results.class, Results::iterable),
				locked("array", Results.class, Results::array), locked("page", Results.class, Results::page),
				locked("type variable that refers to itself", Results.class, (bean) -> bean.recursive(List.of(1))),
				fails("CompletableFuture of an Object that is a Stream", Results.class,
						(bean) -> bean.hiddenStream().get()),
				locked("CompletableFuture", Results.class, (bean) -> bean.future().join()),
				locked("Mono", Results.class, (bean) -> bean.mono().block()),
				locked("Flux", Results.class, (bean) -> bean.flux().collectList().block()),
				locked("Publisher", Results.class, (bean) -> Mono.from(bean.publisher()).block()),
				refused("Callable", ReturnsCallable.class), refused("Supplier", ReturnsSupplier.class),
				refused("Stream", ReturnsStream.class), refused("IntStream", ReturnsIntStream.class),
				refused("Iterator", ReturnsIterator.class), refused("Future", ReturnsFuture.class),
				refused("DeferredResult", ReturnsDeferredResult.class),
				refused("StreamingResponseBody", ReturnsStreamingBody.class),
				refused("ResponseEntity of a Mono", ReturnsEntity.class), refused("list of Monos", ReturnsMonos.class),
				refused("array of Suppliers", ReturnsSuppliers.class),
				refused("CompletableFuture of a Stream", ReturnsFutureStream.class),
				refused("type variable that is a Mono", OfMono.class),
				fails("Object that is a Mono", Hidden.class, (bean) -> ((Mono<?>) bean.mono()).block()),
				fails("Object that is a Stream", Hidden.class, (bean) -> ((Stream<?>) bean.stream()).toList()),
				fails("Object that is a Callable", Hidden.class, (bean) -> ((Callable<?>) bean.callable()).call()),
				fails("Object that is a future", Hidden.class, (bean) -> ((Future<?>) bean.future()).get()),
				fails("type variable that is a Mono, unknown at start", Generic.class,
						(bean) -> ((Mono<?>) bean.work()).block()),
				fails("ResponseEntity with a Mono", Hidden.class,
						(bean) -> ((Mono<?>) bean.entity().getBody()).block()),
				fails("Optional of a Supplier", Hidden.class, (bean) -> ((Supplier<?>) bean.optional().get()).get()),
				refused("Process", ReturnsProcess.class),
				fails("Mono of an Object that is a Stream", HiddenLater.class,
						(bean) -> ((Stream<?>) bean.mono().block()).toList()),
				fails("Mono of a ResponseEntity with a Flux", HiddenLater.class,
						(bean) -> ((Flux<?>) bean.entity().block().getBody()).blockLast()),
				fails("Flux of Objects that are Callables", HiddenLater.class,
						(bean) -> ((Callable<?>) bean.flux().blockLast()).call()),
				fails("future of @Async of an Object that is a Stream", HiddenLater.class,
						(bean) -> ((Stream<?>) joined(bean.asynchronous())).toList()),
				fails("Object that is a Callable, lock of a transaction", HiddenInTransaction.class,
						(bean) -> ((Callable<?>) bean.work()).call(), FencingAutoConfiguration.class),
				fails("ServerResponse of later", HiddenLater.class, HiddenLater::response),
				fails("ServerResponse with a stage", HiddenLater.class, HiddenLater::responseWithStage),
				fails("ServerResponse with a Mono", HiddenLater.class, HiddenLater::responseWithMono),
				refused("ServerResponse of WebFlux", ReturnsReactiveResponse.class));
	}

	/**
	 * Fails with what the future failed with.
	 */
	private static Object joined(CompletableFuture<?> future) throws Throwable {
		try {
			return future.get();
		}
		catch (ExecutionException ex) {
			throw ex.getCause();
		}
	}

	static class Results {

		@DistributedLock("result")
		int value() {
			return Probe.look();
		}

		@DistributedLock("result")
		List<Integer> list() {
			return List.of(Probe.look());
		}

		@DistributedLock("result")
		Iterable<Integer> iterable() {
			return new ArrayList<>(List.of(Probe.look()));
		}

		@DistributedLock("result")
		Page<Integer> page() {
			return new PageImpl<>(List.of(Probe.look()));
		}

		@DistributedLock("result")
		<T extends Comparable<T>> List<T> recursive(List<T> values) {
			Probe.look();
			return values;
		}

		@DistributedLock("result")
		CompletableFuture<Object> hiddenStream() {
			return CompletableFuture.supplyAsync(() -> Stream.of(1).map((number) -> Probe.look()));
		}

		@DistributedLock("result")
		int[] array() {
			return new int[] { Probe.look() };
		}

		@DistributedLock("result")
		CompletableFuture<Integer> future() {
			return CompletableFuture.supplyAsync(Probe::look);
		}

		@DistributedLock("result")
		Mono<Integer> mono() {
			return Mono.fromSupplier(Probe::look);
		}

		@DistributedLock("result")
		Flux<Integer> flux() {
			return Flux.range(1, 3).map((number) -> Probe.look());
		}

		@DistributedLock("result")
		Publisher<Integer> publisher() {
			return mono();
		}

	}

	static class ReturnsCallable {

		@DistributedLock
		Callable<Integer> work() {
			return Probe::look;
		}

	}

	static class ReturnsSupplier {

		@DistributedLock
		Supplier<Integer> work() {
			return Probe::look;
		}

	}

	static class ReturnsStream {

		@DistributedLock
		Stream<Integer> work() {
			return Stream.of(1).map((number) -> Probe.look());
		}

	}

	static class ReturnsIntStream {

		@DistributedLock
		IntStream work() {
			return IntStream.of(1).map((number) -> Probe.look());
		}

	}

	static class ReturnsIterator {

		@DistributedLock
		Iterator<Integer> work() {
			return Stream.of(1).map((number) -> Probe.look()).iterator();
		}

	}

	static class ReturnsFuture {

		@DistributedLock
		Future<Integer> work() {
			return CompletableFuture.supplyAsync(Probe::look);
		}

	}

	static class ReturnsDeferredResult {

		@DistributedLock
		DeferredResult<Integer> work() {
			return new DeferredResult<>();
		}

	}

	static class ReturnsStreamingBody {

		@DistributedLock
		StreamingResponseBody work() {
			return (output) -> output.write(Probe.look());
		}

	}

	static class ReturnsEntity {

		@DistributedLock
		ResponseEntity<Mono<Integer>> work() {
			return ResponseEntity.ok(Mono.fromSupplier(Probe::look));
		}

	}

	static class ReturnsMonos {

		@DistributedLock
		List<Mono<Integer>> work() {
			return List.of(Mono.fromSupplier(Probe::look));
		}

	}

	static class ReturnsSuppliers {

		@DistributedLock
		Supplier<?>[] work() {
			return new Supplier<?>[] { Probe::look };
		}

	}

	static class ReturnsFutureStream {

		@DistributedLock
		CompletableFuture<Stream<Integer>> work() {
			return CompletableFuture.completedFuture(Stream.of(1).map((number) -> Probe.look()));
		}

	}

	static class Generic<T> {

		@DistributedLock("generic")
		@SuppressWarnings("unchecked")
		T work() {
			return (T) Mono.fromSupplier(Probe::look);
		}

	}

	static class OfMono extends Generic<Mono<Integer>> {

	}

	static class Hidden {

		@DistributedLock("hidden")
		Object mono() {
			return Mono.fromSupplier(Probe::look);
		}

		@DistributedLock("hidden")
		Object stream() {
			return Stream.of(1).map((number) -> Probe.look());
		}

		@DistributedLock("hidden")
		Object callable() {
			return (Callable<Integer>) Probe::look;
		}

		@DistributedLock("hidden")
		Object future() {
			return CompletableFuture.supplyAsync(Probe::look);
		}

		@DistributedLock("hidden")
		ResponseEntity<?> entity() {
			return ResponseEntity.ok(Mono.fromSupplier(Probe::look));
		}

		@DistributedLock("hidden")
		Optional<?> optional() {
			return Optional.of((Supplier<Integer>) Probe::look);
		}

	}

	static class ReturnsProcess {

		@DistributedLock
		Process work() {
			throw new IllegalStateException();
		}

	}

	@EnableAsync
	static class HiddenLater {

		@DistributedLock("hidden-later")
		Mono<Object> mono() {
			return Mono.fromSupplier(() -> Stream.of(1).map((number) -> Probe.look()));
		}

		@DistributedLock("hidden-later")
		Mono<ResponseEntity<?>> entity() {
			return Mono.just(ResponseEntity.ok(Flux.just(1).map((number) -> Probe.look())));
		}

		@DistributedLock("hidden-later")
		Flux<Object> flux() {
			return Flux.just((Callable<Integer>) Probe::look);
		}

		@Async
		@DistributedLock("hidden-later")
		CompletableFuture<Object> asynchronous() {
			return CompletableFuture.completedFuture(Stream.of(1).map((number) -> Probe.look()));
		}

		@DistributedLock("hidden-later")
		ServerResponse response() {
			return ServerResponse.async(CompletableFuture.supplyAsync(() -> ServerResponse.ok().body(Probe.look())));
		}

		@DistributedLock("hidden-later")
		ServerResponse responseWithStage() {
			return ServerResponse.ok().body(CompletableFuture.supplyAsync(Probe::look));
		}

		@DistributedLock("hidden-later")
		ServerResponse responseWithMono() {
			return ServerResponse.ok().body(Mono.fromSupplier(Probe::look));
		}

	}

	static class ReturnsReactiveResponse {

		@DistributedLock
		Mono<org.springframework.web.reactive.function.server.ServerResponse> work() {
			return org.springframework.web.reactive.function.server.ServerResponse.ok()
				.body(Mono.fromSupplier(Probe::look), Integer.class);
		}

	}

	static class HiddenInTransaction {

		@Transactional(isolation = Isolation.READ_COMMITTED)
		@DistributedLock(name = "hidden", lifetime = LockLifetime.TRANSACTION)
		Object work() {
			return (Callable<Integer>) Probe::look;
		}

	}

}
