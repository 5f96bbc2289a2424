// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.path;

import java.util.Arrays;
import java.util.concurrent.Semaphore;

import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.observation.LockObservationAutoConfiguration;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Locks one key once, or runs a job some times, when a line is read, after everything is
 * warm.
 */
public final class OneCall {

	static final String READY = "ready";

	static final String DONE = "done";

	/**
	 * Name of the method that a job runs.
	 */
	static final String FIRED = "report";

	/**
	 * How many times a job fires in one call.
	 */
	private static final int FIRES = 4;

	private OneCall() {
	}

	/**
	 * Lock.
	 * @param args the kind of the call, and properties of the application
	 */
	public static void main(String[] args) throws Exception {
		Kind kind = Kind.valueOf(args[0]);
		ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class, kind.bean)
			.web(WebApplicationType.NONE)
			.properties("spring.liquibase.enabled=false", "spring.main.banner-mode=off")
			.properties(Arrays.copyOfRange(args, 1, args.length))
			.run();
		Runnable call = call(kind, application);
		for (int i = 0; i < kind.warm; i++) {
			call.run();
		}
		System.out.println(READY);
		System.in.read();
		call.run();
		System.out.println(DONE);
		System.in.read();
	}

	private static Runnable call(Kind kind, ConfigurableApplicationContext application) {
		LockTemplate locks = application.getBean(LockTemplate.class);
		return switch (kind) {
			case ANNOTATION -> {
				Orders orders = application.getBean(Orders.class);
				yield () -> orders.process(1);
			}
			case TEMPLATE -> () -> locks.executeWithoutResult("order", (lock) -> {
			});
			case SHARED -> () -> locks.executeWithoutResult(LockRequest.of("order").shared(), (lock) -> {
			});
			case ASYNC -> () -> locks.acquireAsync(LockRequest.of("order")).toCompletableFuture().join().close();
			case JOB -> application.getBean(Reports.class)::awaitFires;
		};
	}

	/**
	 * How the lock is asked for.
	 */
	enum Kind {

		ANNOTATION(Orders.class, 20), TEMPLATE(Orders.class, 20), SHARED(Orders.class, 20), ASYNC(Orders.class, 20),
		JOB(Reports.class, 1);

		private final Class<?> bean;

		private final int warm;

		Kind(Class<?> bean, int warm) {
			this.bean = bean;
			this.warm = warm;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = LockObservationAutoConfiguration.class)
	static class Application {

	}

	static class Orders {

		@DistributedLock(name = "order", key = "#id")
		void process(long id) {
		}

	}

	static class Reports {

		private final Semaphore fires = new Semaphore(0);

		@ClusterScheduled(name = "report", fixedRate = "2s")
		void report() {
			this.fires.release();
		}

		/**
		 * Wait until the job has fired some times.
		 */
		void awaitFires() {
			this.fires.drainPermits();
			this.fires.acquireUninterruptibly(FIRES);
		}

	}

}
