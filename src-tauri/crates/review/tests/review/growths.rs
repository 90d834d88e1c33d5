//! What is told of a growing number: the pace, and when it will be full.

use memdesk_review::growth::{Forecast, LEAST_DAYS, Level, Outlook, WINDOW_DAYS, forecast, slope};
use proptest::prelude::*;

const DAY: i64 = 86_400;
const NOW: i64 = 1_795_000_000;

/// Levels given as days before now and value.
fn levels(told: &[(i64, f64)]) -> Vec<Level> {
    told.iter().map(|(days, value)| Level { at: NOW - days * DAY, value: *value }).collect()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * (1.0 + a.abs().max(b.abs()))
}

#[test]
fn an_outlook_is_told_from_enough_history_only() {
    let daily = |days: i64, from: f64, by: f64| -> Vec<(i64, f64)> {
        (0..=days).rev().zip(0..).map(|(ago, n)| (ago, from + by * f64::from(n))).collect()
    };
    for (name, told, expected) in [
        ("nothing at all", vec![], "too short"),
        ("seen a moment ago", vec![(0, 120.0)], "too short"),
        ("six days", daily(6, 100.0, 2.0), "too short"),
        ("a week", daily(7, 100.0, 2.0), "full in 43"),
        ("two lines a day", daily(56, 0.0, 2.0), "full in 44"),
        (
            "the pace of last year does not count",
            [vec![(300, 190.0)], daily(60, 20.0, 2.0)].concat(),
            "full in 30",
        ),
        ("one line in two months", vec![(60, 100.0), (20, 101.0)], "flat"),
        ("never changed", vec![(400, 100.0)], "flat"),
        ("one large addition is no pace", vec![(50, 100.0), (20, 150.0)], "flat"),
        ("nor is one large clean-up", [daily(28, 60.0, 2.0), vec![(0, 40.0)]].concat(), "full in 80"),
        ("less every day", daily(30, 150.0, -2.0), "shrinking"),
        ("at the limit", vec![(1, 200.0)], "full"),
        ("over it, and shrinking", daily(30, 300.0, -2.0), "full"),
        ("long ago, still today", vec![(30, 10.0), (29, 20.0), (28, 30.0)], "flat"),
    ] {
        let said = match forecast(&levels(&told), NOW, 200.0).outlook {
            Outlook::TooShort => "too short".to_owned(),
            Outlook::Flat => "flat".to_owned(),
            Outlook::Shrinking => "shrinking".to_owned(),
            Outlook::Full => "full".to_owned(),
            Outlook::Growing { full_in_days } => format!("full in {full_in_days:.0}"),
        };
        assert_eq!(said, expected, "{name}");
    }
}

proptest! {
    #[test]
    fn the_slope_of_a_line_is_that_of_the_line(
        a in -1e4..1e4f64, b in -1e3..1e3f64, xs in prop::collection::btree_set(-1000i32..1000, 2..30),
    ) {
        let points: Vec<(f64, f64)> = xs.into_iter().map(|x| (f64::from(x), a + b * f64::from(x))).collect();
        prop_assert!(near(slope(&points).unwrap(), b));
    }

    /// One that changes at each moment it is looked at: the forecast is where the line meets the limit.
    #[test]
    fn the_forecast_of_a_line_is_that_line(from in 0f64..90.0, pace in 0.1..2f64) {
        let days = 56;
        let told: Vec<(i64, f64)> = (0..=days).rev().zip(0..).map(|(ago, n)| (ago, from + pace * f64::from(n))).collect();
        let Forecast { outlook, per_day, .. } = forecast(&levels(&told), NOW, 1000.0);
        let last = from + pace * 56.0;
        prop_assert!(near(per_day.unwrap(), pace));
        let Outlook::Growing { full_in_days } = outlook else { panic!("{outlook:?}") };
        prop_assert!(near(full_in_days, (1000.0 - last) / pace));
    }

    #[test]
    fn any_history_has_an_outlook_that_makes_sense(
        told in prop::collection::vec((0i64..500, 0f64..400.0), 0..40), limit in 1f64..300.0,
    ) {
        let mut told = told;
        told.sort_by_key(|(days, _)| -days);
        let value = told.last().map_or(0.0, |(_, value)| *value);
        let said = forecast(&levels(&told), NOW, limit);
        prop_assert!((0.0..=WINDOW_DAYS).contains(&said.days));
        prop_assert_eq!(said.per_day.is_some(), said.days >= LEAST_DAYS);
        prop_assert_eq!(said.outlook == Outlook::Full, value >= limit);
        if let Outlook::Growing { full_in_days } = said.outlook {
            prop_assert!(full_in_days > 0.0 && full_in_days.is_finite());
        }
    }
}
