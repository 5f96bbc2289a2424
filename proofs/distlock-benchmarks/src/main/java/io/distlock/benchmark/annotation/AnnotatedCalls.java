// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.annotation;

import java.util.concurrent.TimeUnit;

import io.distlock.LockContext;
import io.distlock.annotation.DistributedLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Calls of methods with one annotation each, whose keys are the same expression: a hit in
 * a cache of this JVM, and a lock of the local provider.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AnnotatedCalls {

	private static final Order ORDER = new Order("42");

	@SuppressWarnings("NullAway.Init")
	private ConfigurableApplicationContext context;

	@SuppressWarnings("NullAway.Init")
	private Orders orders;

	/**
	 * Start the application.
	 */
	@Setup
	public void start() {
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "logging.level.root=ERROR", "distlock.provider=local",
					"spring.cache.type=simple")
			.run();
		this.orders = this.context.getBean(Orders.class);
		this.orders.cached(ORDER);
		Cache cache = this.context.getBean(CacheManager.class).getCache("orders");
		if (cache == null || cache.get(ORDER.id()) == null || !this.orders.isLocked(ORDER)) {
			throw new IllegalStateException("The annotations do nothing");
		}
	}

	/**
	 * Stop it.
	 */
	@TearDown
	public void stop() {
		this.context.close();
	}

	/**
	 * A hit.
	 */
	@Benchmark
	public String cacheable() {
		return this.orders.cached(ORDER);
	}

	/**
	 * A lock that is free.
	 */
	@Benchmark
	public String distributedLock() {
		return this.orders.locked(ORDER);
	}

	/**
	 * What the key is taken from.
	 *
	 * @param id its property
	 */
	public record Order(String id) {

	}

	/**
	 * The annotated methods.
	 */
	public static class Orders {

		/**
		 * Answer from the cache.
		 */
		@Cacheable(cacheNames = "orders", key = "#order.id")
		public String cached(Order order) {
			return order.id();
		}

		/**
		 * Look whether there is a lock.
		 */
		@DistributedLock(name = "orders", key = "#order.id")
		public boolean isLocked(Order order) {
			return LockContext.current().isPresent();
		}

		/**
		 * Answer under a lock.
		 */
		@DistributedLock(name = "orders", key = "#order.id")
		public String locked(Order order) {
			return order.id();
		}

	}

	/**
	 * An application with caches.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	@Import(Orders.class)
	static class Application {

	}

}
