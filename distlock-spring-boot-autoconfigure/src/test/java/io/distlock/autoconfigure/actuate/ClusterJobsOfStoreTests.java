// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.autoconfigure.actuate.Http.Answer;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.testserver.jdbc.H2Server;
import io.distlock.testserver.jdbc.PostgresServer;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.CountingRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The requests with which the endpoint for jobs reads a store.
 */
class ClusterJobsOfStoreTests {

	private static final int JOBS = 100;

	@Test
	void allJobsAreOneRequestToRedis() throws IOException {
		try (RedisServer server = new RedisServer().start(); CountingRelay relay = new CountingRelay(server.port())) {
			assertThatAllJobsAreOneRoundTrip(relay, "--distlock.provider=redis",
					"--spring.data.redis.port=" + relay.port());
		}
	}

	@Test
	void allJobsAreOneRequestToPostgres() throws IOException {
		PostgresServer server = PostgresServer.shared();
		String url = server.newDatabase();
		int port = URI.create(url.substring("jdbc:".length())).getPort();
		try (CountingRelay relay = new CountingRelay(port)) {
			assertThatAllJobsAreOneRoundTrip(relay, "--distlock.provider=jdbc",
					"--spring.datasource.url=" + url.replace(":" + port, ":" + relay.port()),
					"--spring.datasource.username=" + server.user(), "--distlock.jdbc.initialize-schema=always");
		}
	}

	private static void assertThatAllJobsAreOneRoundTrip(CountingRelay relay, String... store) {
		String[] arguments = StringUtils.concatenateStringArrays(store,
				new String[] { "--distlock.scheduling.enabled=false", "--management.endpoint.locks.access=none" });
		try (EndpointNode node = EndpointNode.readOnly(ManyJobs.class, arguments)) {
			assertThat(node.http().get("clusterjobs").<List<String>>at("jobs[*].trigger")).hasSize(JOBS);
			int before = relay.roundTrips();
			assertThat(node.http().get("clusterjobs").<List<String>>at("jobs[*].trigger")).hasSize(JOBS);
			assertThat(relay.roundTrips() - before).isEqualTo(1);
		}
	}

	@Test
	@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
	void storeThatNeverAnswersIsReportedWithinTheLease() {
		try (H2Server server = new H2Server()) {
			server.start();
			try (EndpointNode node = EndpointNode.unrestricted(Jobs.class, "--distlock.provider=jdbc",
					"--distlock.lease-time=2s", "--distlock.scheduling.enabled=false",
					"--distlock.jdbc.initialize-schema=always", "--spring.datasource.username=" + server.user(),
					"--spring.datasource.url=" + server.newDatabase())) {
				assertThat(node.http().get("clusterjobs/daily").status()).isEqualTo(200);
				server.freeze();
				try {
					assertThat(node.http().get("clusterjobs").<String>at("jobs[0].error"))
						.contains("did not answer within 2000 ms");
					String pause = "{\"action\": \"pause\"}";
					for (Answer answer : List.of(node.http().get("clusterjobs/daily"),
							node.http().post("clusterjobs/daily", pause))) {
						assertThat(answer.status()).isEqualTo(503);
						assertThat(answer.<String>at("error")).contains("has not answered a previous request");
					}
				}
				finally {
					server.thaw();
				}
				Awaitility.await()
					.untilAsserted(() -> assertThat(node.http().get("clusterjobs").<List<String>>at("jobs[*].trigger"))
						.hasSize(2));
			}
		}
	}

	@Test
	void entryThatIsNoJobHidesNoOtherJob() {
		try (EndpointNode node = EndpointNode.readOnly(Jobs.class, "--distlock.provider=jdbc",
				"--distlock.scheduling.enabled=false", "--spring.datasource.url=jdbc:h2:mem:no-job")) {
			ClusterJobs jobs = node.context().getBean(ClusterJobs.class);
			List.of("daily", "every").forEach(jobs::pause);
			node.context()
				.getBean(JdbcTemplate.class)
				.update("update DISTLOCK_JOB set job_state = 'hello' where job_key like '%daily'");
			Answer answer = node.http().get("clusterjobs");
			assertThat(answer.<String>at("jobs[0].error")).contains("does not hold what this version keeps of a job");
			assertThat(answer.<Map<String, Object>>at("jobs[1]")).containsEntry("paused", true)
				.containsEntry("description", "every 1 h 30 min")
				.doesNotContainKeys("zone", "error", "nextFireTime");
		}
	}

	static class Jobs {

		@ClusterScheduled(name = "daily", cron = "0 0 6 1 1 *")
		void daily() {
		}

		@ClusterScheduled(name = "every", fixedRate = "90m")
		void every() {
		}

	}

	/**
	 * A job whose name has the number of the bean that was created last.
	 */
	static class NumberedJob {

		static final AtomicInteger count = new AtomicInteger();

		NumberedJob() {
			count.incrementAndGet();
		}

		@ClusterScheduled(name = "number-${n}", cron = "0 0 6 1 1 *")
		void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ManyJobs {

		@Bean
		static BeanDefinitionRegistryPostProcessor jobs() {
			return new BeanDefinitionRegistryPostProcessor() {

				@Override
				public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
					for (int i = 0; i < JOBS; i++) {
						registry.registerBeanDefinition("job" + i, new RootBeanDefinition(NumberedJob.class));
					}
				}

				@Override
				public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
					beanFactory.addEmbeddedValueResolver((text) -> text.replace("${n}", NumberedJob.count.toString()));
				}

			};
		}

	}

}
