// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LeaderOnly;

import org.springframework.boot.CommandLineRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The annotation on a method that makes a bean, which would lock the making of it and
 * none of its work.
 */
final class BeanMethodRows extends Rows {

	private BeanMethodRows() {
	}

	static List<Row> rows() {
		return List.of(refused("@Bean method", Full.class), refused("@Bean method of a component", Lite.class),
				refused("static @Bean method", OfClass.class),
				refused("@Bean method with an annotation of the application", Composed.class),
				refused("@Bean by an annotation of the application", OwnBean.class),
				refused("limited @Bean method", Limited.class), refused("leader's @Bean method", Leading.class),
				refused("@Bean method of an interface", OfInterface.class),
				refused("annotated class with a public @Bean method", OnClass.class),
				locked("method of a bean of a @Bean method", (context) -> context.register(Right.class),
						(context) -> context.getBean("worker", Worker.class).run()),
				refused("objects in a list of a @Bean method", Objects.InList.class),
				refused("objects in a map of a @Bean method", Objects.InMap.class),
				refused("objects in an array of a @Bean method", Objects.InArray.class),
				refused("objects in lists of a map of a @Bean method", Objects.InListOfMap.class),
				refused("objects in a list that is registered ready made",
						(context) -> context.getBeanFactory().registerSingleton("workers", List.of(new Worker()))),
				locked("beans in a list of a @Bean method",
						(context) -> context.register(Right.class, Objects.Beans.class),
						(context) -> ((Worker) context.getBean("workers", List.class).get(0)).run()));
	}

	/**
	 * Objects that a bean holds, and that are beans in the last case only.
	 */
	private static final class Objects {

		@Configuration
		static class InList {

			@Bean
			List<Runnable> workers() {
				return List.of(Probe::look, new Worker());
			}

		}

		@Configuration
		static class InMap {

			@Bean
			Map<String, Worker> workers() {
				return Map.of("first", new Worker());
			}

		}

		@Configuration
		static class InListOfMap {

			@Bean
			Map<String, List<Worker>> workers() {
				return Map.of("first", List.of(new Worker()));
			}

		}

		@Configuration
		static class InArray {

			@Bean
			Worker[] workers() {
				return new Worker[] { new Worker() };
			}

		}

		@Configuration
		static class Beans {

			@Bean
			List<Worker> workers(Worker worker) {
				return List.of(worker);
			}

		}

	}

	@Configuration
	static class Full {

		@Bean
		@DistributedLock("bean")
		CommandLineRunner migration() {
			return (arguments) -> Probe.look();
		}

	}

	static class Lite {

		@Bean
		@DistributedLock("bean")
		Consumer<String> orders() {
			return (order) -> Probe.look();
		}

	}

	@Configuration
	static class OfClass {

		@Bean
		@DistributedLock("bean")
		static Runnable work() {
			return Probe::look;
		}

	}

	@Configuration
	static class Composed {

		@Bean
		@AnnotationRows.Nested
		Worker worker() {
			return new Worker();
		}

	}

	@Bean
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@interface Made {

	}

	@Configuration
	static class OwnBean {

		@Made
		@DistributedLock("bean")
		Worker worker() {
			return new Worker();
		}

	}

	@Configuration
	static class Limited {

		@Bean
		@ClusterConcurrencyLimit(permits = 2)
		Worker worker() {
			return new Worker();
		}

	}

	@Configuration
	static class Leading {

		@Bean
		@LeaderOnly("bean")
		Worker worker() {
			return new Worker();
		}

	}

	interface Beans {

		@Bean
		@DistributedLock("bean")
		default Worker worker() {
			return new Worker();
		}

	}

	@Configuration
	static class OfInterface implements Beans {

	}

	@Configuration
	@DistributedLock("bean")
	static class OnClass {

		@Bean
		public Worker worker() {
			return new Worker();
		}

	}

	@Configuration
	static class Right {

		@Bean
		Worker worker() {
			return new Worker();
		}

	}

	static class Worker implements Runnable {

		@Override
		@DistributedLock("worker")
		public void run() {
			Probe.look();
		}

	}

}
