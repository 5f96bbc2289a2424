// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import java.time.Instant;
import java.util.List;

import io.distlock.autoconfigure.actuate.Http.Answer;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import org.awaitility.Awaitility;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.actuate.audit.AuditEvent;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The leaders of two nodes, as operators see and move them.
 */
@Timeout(120)
class LeadersEndpointTests {

	private static final String STEP_DOWN = "{\"action\": \"step-down\"}";

	private static final String ROLE = "--distlock.leader.roles=mails";

	private static String[] arguments(Server server, String node) {
		return new String[] { "--distlock.provider=jdbc", ROLE, "--distlock.node-name=" + node,
				"--distlock.leader.step-down-pause=1m", "--distlock.jdbc.initialize-schema=always",
				"--spring.datasource.url=jdbc:h2:%s/mem:leaders;DB_CLOSE_DELAY=-1".formatted(server.getURL()),
				"--spring.datasource.username=sa" };
	}

	private static LeaderElection election(EndpointNode node) {
		return node.context().getBean(LeaderElections.class).find("mails").orElseThrow();
	}

	@Test
	void everyNodeTellsWhoLeadsAndTheLeaderLetsAnotherOneLead() throws Exception {
		Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-tcpDaemon").start();
		try (EndpointNode first = EndpointNode.unrestricted(EndpointNode.NoBeans.class, arguments(server, "one"))) {
			Awaitility.await().until(election(first)::isLeader);
			try (EndpointNode second = EndpointNode.unrestricted(EndpointNode.NoBeans.class,
					arguments(server, "two"))) {
				assertLeader(first);
				assertFollower(second);
				assertThat(second.http().post("leaders/mails", STEP_DOWN).status()).isEqualTo(409);
				Answer done = first.http().post("leaders/mails", STEP_DOWN);
				assertThat(done.status()).isEqualTo(200);
				assertThat(done.<String>at("outcome")).isEqualTo("DONE");
				Awaitility.await().until(election(second)::isLeader);
				assertThat(first.http().get("leaders/mails").<String>at("leader")).isEqualTo("two");
				assertThat(first.audited()).extracting(AuditEvent::getType)
					.containsExactly("DISTLOCK_LEADER_STEP_DOWN");
				assertThat(first.audited().get(0).getData()).containsEntry("role", "mails")
					.containsEntry("outcome", "DONE");
			}
		}
		finally {
			server.stop();
		}
	}

	private static void assertLeader(EndpointNode node) {
		Answer role = node.http().get("leaders/mails");
		assertThat(role.<Boolean>at("leading")).isTrue();
		assertThat(role.<Boolean>at("standing")).isTrue();
		assertThat(role.<String>at("leader")).isEqualTo("one");
		assertThat(role.<Number>at("term").longValue()).isEqualTo(election(node).term().orElseThrow());
		assertThat(Instant.parse(role.at("since"))).isBeforeOrEqualTo(Instant.now());
		assertThat(role.<String>at("remaining")).matches("PT[0-9]+(\\.[0-9]{1,3})?S");
	}

	private static void assertFollower(EndpointNode node) {
		Answer all = node.http().get("leaders");
		assertThat(all.<List<String>>at("roles[*].role")).containsExactly("mails");
		assertThat(all.<Boolean>at("roles[0].leading")).isFalse();
		assertThat(all.<String>at("roles[0].leader")).isEqualTo("one");
		assertThat(all.body()).doesNotContain("\"term\"", "\"since\"");
	}

	@Test
	void whatCannotBeDoneIsTold() {
		try (EndpointNode node = EndpointNode.unrestricted(EndpointNode.NoBeans.class, "--distlock.provider=local",
				ROLE)) {
			assertThat(node.http().get("leaders/unknown").status()).isEqualTo(404);
			assertThat(node.http().post("leaders/unknown", STEP_DOWN).status()).isEqualTo(404);
			assertThat(node.http().post("leaders/mails", "{}").<String>at("outcome")).isEqualTo("INVALID");
			assertThat(node.http().post("leaders/mails", "{\"action\": \"check\"}").status()).isEqualTo(200);
			assertThat(node.audited()).isEmpty();
			Answer invalid = node.http().post("leaders/mails", "{\"action\": \"resign\"}");
			assertThat(invalid.status()).isEqualTo(400);
			assertThat(invalid.<String>at("error")).contains("step-down").contains("resign");
		}
	}

	@Test
	void nodeIsReadOnlyUnlessAccessIsGiven() {
		try (EndpointNode node = EndpointNode.readOnly(EndpointNode.NoBeans.class, "--distlock.provider=local", ROLE)) {
			Awaitility.await().until(election(node)::isLeader);
			assertThat(node.http().get("leaders").status()).isEqualTo(200);
			assertThat(node.http().post("leaders/mails", STEP_DOWN).status()).isGreaterThanOrEqualTo(404);
			assertThat(election(node).isLeader()).isTrue();
		}
	}

}
