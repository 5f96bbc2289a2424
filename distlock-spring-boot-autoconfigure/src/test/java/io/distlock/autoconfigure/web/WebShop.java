// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.web;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockException;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.annotation.DistributedLock;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.leader.NotLeaderException;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Sells items, one at a time: with one store that works, and one whose table is missing.
 */
@Configuration(proxyBeanMethods = false)
@Import({ WebShop.Stock.class, WebShop.ShopController.class, WebShop.ControllerWithHandler.class,
		WebShop.AdvisedController.class, WebShop.Advice.class })
class WebShop {

	@Bean
	@Primary
	LockProvider working() {
		return new LocalLockProvider();
	}

	@Bean
	LockProvider broken() {
		return new JdbcLockProvider(new DriverManagerDataSource("jdbc:h2:mem:"), JdbcLockSettings.defaults());
	}

	static class Stock {

		@DistributedLock(name = "stock", key = "#item", waitTime = "0")
		String take(String item) {
			return "sold " + item;
		}

		@DistributedLock(name = "stock", key = "#item", waitTime = "0")
		Mono<String> takeReactively(String item) {
			return Mono.just("sold " + item);
		}

		@DistributedLock(name = "stock", key = "#item", waitTime = "0")
		Flux<String> takeAll(String item) {
			return Flux.just("sold " + item);
		}

		@DistributedLock(name = "stock", key = "#item", waitTime = "0", provider = "broken")
		String takeFromBrokenStore(String item) {
			return "sold " + item;
		}

		@DistributedLock(name = "stock", key = "#item", waitTime = "0", provider = "broken")
		Mono<String> takeReactivelyFromBrokenStore(String item) {
			return Mono.just("sold " + item);
		}

		@DistributedLock(name = "stock", key = "''")
		String takeNothing() {
			return "sold nothing";
		}

	}

	@RestController
	static class ShopController {

		private final Stock stock;

		ShopController(Stock stock) {
			this.stock = stock;
		}

		@GetMapping("/busy/{item}")
		String busy(@PathVariable("item") String item) {
			return this.stock.take(item);
		}

		@GetMapping("/waiting/{item}")
		@DistributedLock(name = "stock", key = "#item", waitTime = "50ms")
		String waiting(@PathVariable("item") String item) {
			return "sold " + item;
		}

		@GetMapping("/future/{item}")
		CompletableFuture<String> future(@PathVariable("item") String item) {
			return CompletableFuture.supplyAsync(() -> this.stock.take(item)).thenApply(String::strip);
		}

		@GetMapping("/mono/{item}")
		Mono<String> mono(@PathVariable("item") String item) {
			return this.stock.takeReactively(item);
		}

		@GetMapping("/flux/{item}")
		Flux<String> flux(@PathVariable("item") String item) {
			return this.stock.takeAll(item);
		}

		@GetMapping(path = "/stream/{item}", produces = MediaType.APPLICATION_NDJSON_VALUE)
		Flux<String> stream(@PathVariable("item") String item) {
			return Flux.just("first\n")
				.concatWith(this.stock.takeReactively(item).delaySubscription(Duration.ofSeconds(1)));
		}

		@GetMapping("/down/{item}")
		String down(@PathVariable("item") String item) {
			return this.stock.takeFromBrokenStore(item);
		}

		@GetMapping("/down-mono/{item}")
		Mono<String> downMono(@PathVariable("item") String item) {
			return this.stock.takeReactivelyFromBrokenStore(item);
		}

		@GetMapping("/own-status/{item}")
		String ownStatus(@PathVariable("item") String item) {
			try {
				return this.stock.take(item);
			}
			catch (LockNotAcquiredException ex) {
				throw new PaymentRequiredException(ex);
			}
		}

		@GetMapping("/not-leader/{item}")
		String notLeader(@PathVariable("item") String item) {
			throw new NotLeaderException(item);
		}

		@GetMapping("/lost/{item}")
		String lost(@PathVariable("item") String item) {
			throw new LockLostException(item, 1, "lost");
		}

		@GetMapping("/key/{item}")
		String key(@PathVariable("item") String item) throws IllegalLockKeyException {
			return this.stock.takeNothing();
		}

	}

	@RestController
	@RequestMapping("/own")
	static class ControllerWithHandler {

		private final Stock stock;

		ControllerWithHandler(Stock stock) {
			this.stock = stock;
		}

		@GetMapping("/busy/{item}")
		String busy(@PathVariable("item") String item) {
			return this.stock.take(item);
		}

		@ExceptionHandler
		ResponseEntity<String> busy(LockException ex) {
			return ResponseEntity.status(HttpStatus.LOCKED).body("own handler");
		}

	}

	@RestController
	@RequestMapping("/advised")
	static class AdvisedController {

		private final Stock stock;

		AdvisedController(Stock stock) {
			this.stock = stock;
		}

		@GetMapping("/busy/{item}")
		String busy(@PathVariable("item") String item) {
			return this.stock.take(item);
		}

	}

	@RestControllerAdvice(assignableTypes = AdvisedController.class)
	static class Advice {

		@ExceptionHandler(Exception.class)
		ResponseEntity<String> any() {
			return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS).body("own advice");
		}

	}

	@ResponseStatus(HttpStatus.PAYMENT_REQUIRED)
	static class PaymentRequiredException extends RuntimeException {

		PaymentRequiredException(Throwable cause) {
			super(cause);
		}

	}

}
